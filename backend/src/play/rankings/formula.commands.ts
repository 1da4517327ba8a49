import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { type FormulaInForce, THE_FORMULA, formulaInForce } from './formula-in-force.js';
import type { Parameters } from './formulas.js';

/** An analyst puts a formula in force. `expectedCurrent` is the id of the one that they mean to replace. */
export class AdoptFormula extends Command<CommandResult<FormulaInForce>> {
  constructor(
    readonly formula: string,
    readonly parameters: Parameters,
    readonly expectedCurrent: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AdoptFormula)
export class AdoptFormulaHandler implements ICommandHandler<AdoptFormula> {
  constructor(private readonly commands: CommandHandling) {}

  /** The next table is built by it. @throws DomainError conflict where another formula is in force by now; invalid_request */
  async execute({ context, ...adoption }: AdoptFormula): Promise<CommandResult<FormulaInForce>> {
    const { formula, parameters, expectedCurrent, reason } = adoption;
    const data = {
      formula,
      parameters,
      expectedCurrent,
      reason,
      adoptedBy: context.actor.id,
      at: context.at,
    };
    const handled = await this.commands.handle(
      formulaInForce,
      THE_FORMULA,
      { type: 'AdoptFormula', data },
      context,
    );
    return new CommandResult(handled.state, handled.position);
  }
}
