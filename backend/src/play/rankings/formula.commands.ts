import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type FormulaInForce, THE_FORMULA, formulaInForce } from './formula-in-force.js';
import type { Parameters } from './formulas.js';

/** An admin adopts a formula. `expectedCurrent` is the id of the formula that it replaces. */
export class AdoptFormulaCommand extends defineCommand<
  Readonly<{ formula: string; parameters: Parameters; expectedCurrent: string; reason: string }>,
  CommandResult<FormulaInForce>
>() {}

@CommandHandler(AdoptFormulaCommand)
export class AdoptFormulaHandler implements ICommandHandler<AdoptFormulaCommand> {
  constructor(private readonly commands: CommandHandling) {}

  /**
   * Takes effect with the next table. @throws DomainError conflict if another formula is in force,
   * invalid_request
   */
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
