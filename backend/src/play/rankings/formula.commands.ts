import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type FormulaInForce, THE_FORMULA, formulaInForce } from './formula-in-force.js';
import type { Parameters } from './formulas.js';

/** An analyst puts a formula in force. `expectedCurrent` is the id of the one that they mean to replace. */
export class AdoptFormulaCommand extends defineCommand<
  Readonly<{ formula: string; parameters: Parameters; expectedCurrent: string; reason: string }>,
  CommandResult<FormulaInForce>
>() {}

@CommandHandler(AdoptFormulaCommand)
export class AdoptFormulaHandler implements ICommandHandler<AdoptFormulaCommand> {
  constructor(private readonly commands: CommandHandling) {}

  /** The next table is built by it. @throws DomainError conflict where another formula is in force by now; invalid_request */
  async execute({
    input: adoption,
    context,
  }: AdoptFormulaCommand): Promise<CommandResult<FormulaInForce>> {
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
