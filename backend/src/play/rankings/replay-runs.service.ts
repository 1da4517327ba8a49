import { MOST_STANDINGS } from '@courtly/contracts/replay-limits';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { disciplines } from './ranking-fold.js';
import { configuredFormula } from './formulas.js';
import { readMatchLog } from './match-log.js';
import { type PlayerProfile, profileFold } from './player-profile.js';
import { replayBoth } from './replay.js';
import { ReplayedMatches } from './replayed-matches.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { type RatingReplay, type ReplayOutcome, ratingReplay } from './rating-replay.js';
import { ReplayStore } from './replay-store.service.js';
import { type StandingRow, outcomeOf, standingsOf } from './standings.js';
import { notFound } from '../../platform/kernel/domain-error.js';

/** How often a replay reports its progress and checks whether it was canceled. */
const CHECK_INTERVAL_MS = 500;
/** The share of the progress that reading the log accounts for. Rating accounts for the rest. */
const READING_SHARE = 0.5;

/** The replay was canceled, or finished by another worker. */
class Ended extends Error {}

type ReportProgress = (progress: number) => Promise<void>;

type RatedReplay = Readonly<{
  rows: readonly StandingRow[];
  profile: PlayerProfile | null;
  outcome: ReplayOutcome;
}>;

/** The share of the log that is before a position, from 0 to 1. */
const shareBefore = (logPosition: string, endPosition: string | null): number =>
  endPosition === null || endPosition === ''
    ? 1
    : Math.min(1, Number((BigInt(logPosition) * 1_000n) / (BigInt(endPosition) || 1n)) / 1_000);

/**
 * Runs replays one at a time per process, each from the start, so a restarted replay overwrites its
 * stored result with an equal one. Uses only the log, like `courtly rankings replay`.
 */
@Injectable()
export class ReplayRuns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('rating replays');
  private readonly shutdownController = new AbortController();
  private readonly runLimit = pLimit(1);

  constructor(
    private readonly replayStore: ReplayStore,
    private readonly eventStore: EventStore,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
  ) {}

  beforeApplicationShutdown() {
    this.shutdownController.abort();
  }

  /** @throws Error if the log or MongoDB is unavailable; then retry */
  run(replayId: string, commandContext: CommandContext): Promise<void> {
    return this.runLimit(async () => {
      const replay = await this.streams.load(ratingReplay, replayId);
      if (!replay) throw notFound('replay');
      if (replay.endedAt === null) await this.runToEnd(replay, commandContext);
      await this.completeOrDelete(replayId);
    });
  }

  private async runToEnd(replay: RatingReplay, commandContext: CommandContext) {
    const { replayId } = replay;
    const startedAt = performance.now();
    await this.replayStore.begin(replayId, commandContext.at);
    try {
      const { rows, profile, outcome } = await this.rateReplay(replay);
      await this.replayStore.addStandings(replayId, rows);
      if (profile) await this.replayStore.addProfile(replayId, profile);
      const data = { outcome, at: commandContext.at };
      await this.commandHandling.handle(
        ratingReplay,
        replayId,
        { type: 'FinishReplay', data },
        commandContext,
      );
      const durationMs = Math.round(performance.now() - startedAt);
      this.logger.log({
        replay: replayId,
        formula: outcome.replayed.formulaId,
        matches: outcome.matches,
        ms: durationMs,
      });
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }

  private async rateReplay({
    replayId,
    replayed,
    compared,
    asOf,
    playerId,
    sport,
  }: RatingReplay): Promise<RatedReplay> {
    const timestamp = Date.parse(asOf);
    const replayedFormula = configuredFormula(replayed.formula, replayed.parameters);
    const playerFold = playerId === null ? null : profileFold(replayedFormula, playerId, sport);
    const reportProgress = this.progressReporter(replayId);
    const replayedMatches = new ReplayedMatches(asOf);
    try {
      await this.readLog(replayedMatches, reportProgress);
      const matchTotal = Math.max(1, replayedMatches.countMatches());
      const replayedBoth = await replayBoth(
        replayedMatches.ratedMatches(sport, playerFold?.take),
        [replayedFormula, configuredFormula(compared.formula, compared.parameters)],
        () => timestamp,
        (ratedCount) =>
          reportProgress(READING_SHARE + (1 - READING_SHARE) * (ratedCount / matchTotal)),
      );
      const standingsByDiscipline = disciplines.map((discipline) =>
        standingsOf(discipline, replayedBoth.rankings[discipline], MOST_STANDINGS),
      );
      const movedCounts = {
        singles: standingsByDiscipline[0]!.moved,
        doubles: standingsByDiscipline[1]!.moved,
      };
      const replayOutcome = outcomeOf(replayedBoth, movedCounts, replayedMatches.position);
      return {
        rows: standingsByDiscipline.flatMap(({ rows }) => rows),
        profile: playerFold && playerFold.profile(timestamp),
        outcome: replayOutcome,
      };
    } finally {
      replayedMatches.close();
    }
  }

  private async readLog(replayedMatches: ReplayedMatches, reportProgress: ReportProgress) {
    const endPosition = await this.eventStore.readLogEnd();
    for await (const events of readMatchLog(this.eventStore, this.shutdownController.signal)) {
      replayedMatches.addEvents(events);
      await reportProgress(READING_SHARE * shareBefore(events.at(-1)!.position, endPosition));
    }
  }

  private progressReporter(replayId: string): ReportProgress {
    let nextReportAt = 0;
    return async (progress) => {
      this.shutdownController.signal.throwIfAborted();
      if (performance.now() < nextReportAt) return;
      nextReportAt = performance.now() + CHECK_INTERVAL_MS;
      await this.replayStore.storeProgress(replayId, progress);
      if ((await this.streams.load(ratingReplay, replayId))?.endedAt) throw new Ended();
    };
  }

  /** Makes the rows of a finished replay readable, or deletes those of a canceled one. */
  private async completeOrDelete(replayId: string): Promise<void> {
    const replay = await this.streams.load(ratingReplay, replayId);
    if (replay?.outcome) await this.replayStore.complete(replayId);
    else await this.replayStore.deleteReplay(replayId);
  }
}
