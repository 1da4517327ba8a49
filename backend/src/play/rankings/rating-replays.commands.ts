import { MOST_OPEN_REPLAYS, type RequestReplayBody } from '@courtly/contracts/rating-replays';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  type FormulaInForce,
  FORMULA_STREAM_ID,
  formulaInForce,
  formulaInForceAt,
} from './formula-in-force.js';
import { checkParameters, configuredFormula } from './formulas.js';
import { type RatingReplay, ratingReplay } from './rating-replay.js';
import { ratingReplays } from './rating-replays.projection.js';
import { ReplayRuns } from './replay-runs.service.js';

type ReplayResult = CommandResult<RatingReplay>;

/** The requested formula, or by default the one in force at the replay's instant. */
const requestedFormula = (
  replayRequest: RequestReplayBody,
  formulaThen: FormulaInForce,
): FormulaInForce => {
  const formulaName = replayRequest.formula ?? formulaThen.formula;
  const parameters = replayRequest.formula
    ? replayRequest.parameters
    : { ...formulaThen.parameters, ...replayRequest.parameters };
  checkParameters(formulaName, replayRequest.parameters);
  return {
    formula: formulaName,
    parameters,
    formulaId: configuredFormula(formulaName, parameters).formula.id,
  };
};

/** An admin requests a replay of all ratings with a formula, without publishing it. */
export class RequestReplayCommand extends defineCommand<RequestReplayBody, ReplayResult>() {}

@CommandHandler(RequestReplayCommand)
export class RequestReplayHandler implements ICommandHandler<RequestReplayCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly idGenerator: Ids,
  ) {}

  /**
   * @throws DomainError invalid_request for an unknown formula or parameter, fair_use while too
   * many replays are open
   */
  async execute({ input: replayRequest, context }: RequestReplayCommand) {
    const replayId = this.idGenerator.short(`replay ${context.commandId}`, 12);
    const [existing, adoptionEvents] = await Promise.all([
      this.streams.load(ratingReplay, replayId),
      this.streams.events(`${formulaInForce.category}-${FORMULA_STREAM_ID}`),
    ]);
    // With a later instant, a restarted replay would have a different result.
    const asOf = [
      replayRequest.asOf ? new Date(replayRequest.asOf).toISOString() : context.at,
      context.at,
    ].sort()[0]!;
    const replayedFormula = requestedFormula(replayRequest, formulaInForceAt(adoptionEvents, asOf));
    if (!existing) await this.assertFewOpen();
    const data = {
      replayId,
      sport: replayRequest.sport,
      replayed: replayedFormula,
      compared: formulaInForceAt(adoptionEvents, null),
      asOf,
      playerId: replayRequest.playerId ?? null,
      requestedBy: context.actor.id,
      requestedAt: context.at,
    };
    const outcome = await this.commandHandling.handle(
      ratingReplay,
      replayId,
      { type: 'RequestReplay', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }

  /** Checks the limit within the lag of the read model. Each replay occupies a worker. */
  private async assertFewOpen(): Promise<void> {
    const openReplays = await this.readModels.read(ratingReplays, (collection) =>
      collection.countDocuments({ isOpen: true }),
    );
    if (openReplays >= MOST_OPEN_REPLAYS)
      throw new DomainError(
        'fair_use',
        `${openReplays} replays are waiting or running. Wait for one to finish, or cancel one.`,
      );
  }
}

export class CancelReplayCommand extends defineCommand<
  Readonly<{ replayId: string }>,
  ReplayResult
>() {}

@CommandHandler(CancelReplayCommand)
export class CancelReplayHandler implements ICommandHandler<CancelReplayCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status for a finished replay */
  async execute({ input: { replayId }, context }: CancelReplayCommand) {
    const data = { by: context.actor.id, at: context.at };
    const outcome = await this.commandHandling.handle(
      ratingReplay,
      replayId,
      { type: 'CancelReplay', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }
}

export class RunReplayCommand extends defineCommand<Readonly<{ replayId: string }>>() {}

/** Runs a requested rating replay. */
@CommandHandler(RunReplayCommand)
export class RunReplayHandler implements ICommandHandler<RunReplayCommand> {
  constructor(private readonly replayRuns: ReplayRuns) {}

  /**
   * @throws DomainError not_found; Error if the log or MongoDB is unavailable. The job is then
   *   retried.
   */
  execute({ input: { replayId }, context }: RunReplayCommand) {
    return this.replayRuns.run(replayId, context);
  }
}
