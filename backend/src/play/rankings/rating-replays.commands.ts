import {
  MOST_OPEN_REPLAYS,
  type RequestReplayBody as Wanted,
} from '@courtly/contracts/rating-replays';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type FormulaInForce, THE_FORMULA, formulaInForce, inForceAt } from './formula-in-force.js';
import { formulaOf } from './formulas.js';
import { type RatingReplay, ratingReplay } from './rating-replay.js';
import { ratingReplays } from './rating-replays.projection.js';
import { ReplayRuns } from './replay-runs.service.js';

type Done = CommandResult<RatingReplay>;

/** The requested formula, or by default the one in force at the instant of the replay. */
const formulaFor = (wanted: Wanted, then: FormulaInForce): FormulaInForce => {
  const formula = wanted.formula ?? then.formula;
  const parameters = wanted.formula
    ? wanted.parameters
    : { ...then.parameters, ...wanted.parameters };
  return { formula, parameters, formulaId: formulaOf(formula, parameters).formula.id };
};

/** An admin requests a replay of all ratings with a formula, without publishing it. */
export class RequestReplayCommand extends defineCommand<Wanted, Done>() {}

@CommandHandler(RequestReplayCommand)
export class RequestReplayHandler implements ICommandHandler<RequestReplayCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws DomainError invalid_request for an unknown formula or parameter, fair_use while too
   * many replays are open
   */
  async execute({ input: wanted, context }: RequestReplayCommand): Promise<Done> {
    const replayId = this.ids.short(`replay ${context.commandId}`, 12);
    const [known, adopted] = await Promise.all([
      this.streams.load(ratingReplay, replayId),
      this.streams.events(`${formulaInForce.category}-${THE_FORMULA}`),
    ]);
    // A later instant would give a restarted replay a different result.
    const asOf = [
      wanted.asOf ? new Date(wanted.asOf).toISOString() : context.at,
      context.at,
    ].sort()[0]!;
    const replayed = formulaFor(wanted, inForceAt(adopted, asOf));
    if (!known) await this.checkOpen();
    const compared = inForceAt(adopted, null);
    const said = { requestedBy: context.actor.id, requestedAt: context.at };
    const data = { replayId, replayed, compared, asOf, playerId: wanted.playerId ?? null, ...said };
    const handled = await this.commands.handle(
      ratingReplay,
      replayId,
      { type: 'RequestReplay', data },
      context,
    );
    return new CommandResult(handled.state!, handled.position);
  }

  /** Best effort within the lag of the read model: each replay occupies a worker. */
  private async checkOpen(): Promise<void> {
    const open = await this.readModels.read(ratingReplays, (all) =>
      all.countDocuments({ isOpen: true }),
    );
    if (open >= MOST_OPEN_REPLAYS)
      throw new DomainError(
        'fair_use',
        `${open} replays are waiting or running. Wait for one to finish, or cancel one.`,
      );
  }
}

/** An admin cancels a replay that waits or runs. */
export class CancelReplayCommand extends defineCommand<Readonly<{ replayId: string }>, Done>() {}

@CommandHandler(CancelReplayCommand)
export class CancelReplayHandler implements ICommandHandler<CancelReplayCommand> {
  constructor(private readonly commands: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status for a finished replay */
  async execute({ input: { replayId }, context }: CancelReplayCommand): Promise<Done> {
    const data = { by: context.actor.id, at: context.at };
    const handled = await this.commands.handle(
      ratingReplay,
      replayId,
      { type: 'CancelReplay', data },
      context,
    );
    return new CommandResult(handled.state!, handled.position);
  }
}

/** Runs a requested replay. */
export class RunReplayCommand extends defineCommand<Readonly<{ replayId: string }>>() {}

@CommandHandler(RunReplayCommand)
export class RunReplayHandler implements ICommandHandler<RunReplayCommand> {
  constructor(private readonly runs: ReplayRuns) {}

  execute({ input: { replayId }, context }: RunReplayCommand): Promise<void> {
    return this.runs.run(replayId, context);
  }
}

export const replayCommandHandlers = [RequestReplayHandler, CancelReplayHandler, RunReplayHandler];
