import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type FormulaInForce, FORMULA_STREAM_ID, formulaInForce } from './formula-in-force.js';
import type { FormulaParameters } from './formulas.js';

/**
 * An admin adopts a formula. `expectedCurrent` is the id of the formula that it is meant to
 * replace.
 */
export class AdoptFormulaCommand extends defineCommand<
  Readonly<{
    formula: string;
    parameters: FormulaParameters;
    expectedCurrent: string;
    reason: string;
  }>,
  CommandResult<FormulaInForce>
>() {}

@CommandHandler(AdoptFormulaCommand)
export class AdoptFormulaHandler implements ICommandHandler<AdoptFormulaCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /**
   * Takes effect with the next table.
   * @throws DomainError conflict if a different formula is in force, invalid_request
   */
  async execute({ input: adoption, context }: AdoptFormulaCommand) {
    const { formula, parameters, expectedCurrent, reason } = adoption;
    const data = {
      formula,
      parameters,
      expectedCurrent,
      reason,
      adoptedBy: context.actor.id,
      at: context.at,
    };
    const outcome = await this.commandHandling.handle(
      formulaInForce,
      FORMULA_STREAM_ID,
      { type: 'AdoptFormula', data },
      context,
    );
    return new CommandResult(outcome.state, outcome.position);
  }
}
