import { isRecentEvidence } from '@courtly/contracts/replay-limits';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { type FormulaInForce, FORMULA_STREAM_ID, formulaInForce } from './formula-in-force.js';
import { type FormulaParameters, checkParameters, configuredFormula } from './formulas.js';
import { ratingReplay } from './rating-replay.js';
import { replayEvidence } from './replay-view.js';

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
    /** The replay that compared the formula with the current one. */
    replayId: string | null;
    acknowledged: boolean;
  }>,
  CommandResult<FormulaInForce>
>() {}

@CommandHandler(AdoptFormulaCommand)
export class AdoptFormulaHandler implements ICommandHandler<AdoptFormulaCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /**
   * Takes effect with the next table.
   * @throws DomainError conflict if a different formula is in force, invalid_request, not_found for
   *   an unknown replay, evidence_unacknowledged
   */
  async execute({ input: adoption, context }: AdoptFormulaCommand) {
    const { formula, parameters, expectedCurrent, reason, replayId, acknowledged } = adoption;
    checkParameters(formula, parameters);
    const data = {
      formula,
      parameters,
      expectedCurrent,
      reason,
      evidence: replayId === null ? null : await this.evidenceOf(replayId, adoption, context.at),
      acknowledged,
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

  /** Null if the replay compared other formulas, or the formula with itself, or is too old. */
  private async evidenceOf(
    replayId: string,
    { formula, parameters, expectedCurrent }: AdoptFormulaCommand['input'],
    at: string,
  ) {
    const replay = await this.streams.load(ratingReplay, replayId);
    if (!replay) throw notFound('replay');
    const { id } = configuredFormula(formula, parameters).formula;
    const evidence = replayEvidence(replay);
    if (
      !evidence ||
      !isRecentEvidence(replay.asOf, at) ||
      replay.replayed.formulaId !== id ||
      replay.compared.formulaId !== expectedCurrent
    )
      return null;
    const {
      sentence: _,
      interval: [least, most],
      ...figures
    } = evidence;
    return {
      replayId,
      sport: replay.sport,
      asOf: replay.asOf,
      inputPosition: replay.outcome?.inputPosition ?? null,
      ...figures,
      interval: { least, most },
    };
  }
}
