import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { disciplines } from './ranking-fold.js';
import { formulaOf } from './formulas.js';
import { readMatchLog } from './match-log.js';
import { type PlayerProfile, profileFold } from './player-profile.js';
import { replayBoth } from './replay.js';
import { ReplayedMatches } from './replayed-matches.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { type RatingReplay, type ReplayOutcome, ratingReplay } from './rating-replay.js';
import { ReplayStore } from './replay-store.service.js';
import { type StandingRow, outcomeOf, standingsOf } from './standings.js';
import { notFound } from '../../platform/kernel/domain-error.js';

/** The number of stored players per discipline and order (by change, by rank). */
const MOST_KEPT = 10_000;
/** How often a replay reports progress and checks whether it was canceled. */
const LOOK_EVERY_MS = 500;
/** The share of the progress for reading the log; rating is the rest. */
const READING = 0.5;

/** The replay was canceled, or finished by another worker. */
class Ended extends Error {}

type Tell = (done: number) => Promise<void>;

type Rated = Readonly<{
  rows: readonly StandingRow[];
  profile: PlayerProfile | null;
  outcome: ReplayOutcome;
}>;

/** The share of the log before a position, from 0 to 1. */
const partOf = (position: string, end: string | null): number =>
  end === null || end === ''
    ? 1
    : Math.min(1, Number((BigInt(position) * 1_000n) / (BigInt(end) || 1n)) / 1_000);

/**
 * Runs replays, one at a time per process, each from the start: a restarted replay overwrites what
 * the previous worker stored, with the same result. Uses only the log, like `courtly rankings
 * replay`.
 */
@Injectable()
export class ReplayRuns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('rating replays');
  private readonly stopping = new AbortController();
  private readonly oneAtATime = pLimit(1);

  constructor(
    private readonly store: ReplayStore,
    private readonly log: EventStore,
    private readonly streams: Streams,
    private readonly commands: CommandHandling,
  ) {}

  beforeApplicationShutdown() {
    this.stopping.abort();
  }

  /** @throws Error if the log or MongoDB is unavailable; retry */
  run(replayId: string, context: CommandContext): Promise<void> {
    return this.oneAtATime(async () => {
      const replay = await this.streams.load(ratingReplay, replayId);
      if (!replay) throw notFound('replay');
      if (replay.endedAt === null) await this.carryOut(replay, context);
      await this.settle(replayId);
    });
  }

  private async carryOut(replay: RatingReplay, context: CommandContext): Promise<void> {
    const { replayId } = replay;
    const began = performance.now();
    await this.store.begin(replayId, context.at);
    try {
      const { rows, profile, outcome } = await this.rate(replay);
      await this.store.add(replayId, rows);
      if (profile) await this.store.addProfile(replayId, profile);
      const data = { outcome, at: context.at };
      await this.commands.handle(ratingReplay, replayId, { type: 'FinishReplay', data }, context);
      const ms = Math.round(performance.now() - began);
      this.logger.log({
        replay: replayId,
        formula: outcome.replayed.formulaId,
        matches: outcome.matches,
        ms,
      });
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }

  private async rate({
    replayId,
    replayed,
    compared,
    asOf,
    playerId,
  }: RatingReplay): Promise<Rated> {
    const at = Date.parse(asOf);
    const rules = formulaOf(replayed.formula, replayed.parameters);
    const own = playerId === null ? null : profileFold(rules, playerId);
    const tell = this.teller(replayId);
    const matches = new ReplayedMatches(asOf);
    try {
      await this.read(matches, tell);
      const all = Math.max(1, matches.count());
      const found = await replayBoth(
        matches.rated(own?.take),
        [rules, formulaOf(compared.formula, compared.parameters)],
        () => at,
        (rated) => tell(READING + (1 - READING) * (rated / all)),
      );
      const of = disciplines.map((one) => standingsOf(one, found.rankings[one], MOST_KEPT));
      const moved = { singles: of[0]!.moved, doubles: of[1]!.moved };
      const outcome = outcomeOf(found, moved, matches.position);
      return { rows: of.flatMap(({ rows }) => rows), profile: own && own.profile(at), outcome };
    } finally {
      matches.close();
    }
  }

  private async read(matches: ReplayedMatches, tell: Tell): Promise<void> {
    const end = await this.log.readLogEnd();
    for await (const batch of readMatchLog(this.log, this.stopping.signal)) {
      matches.take(batch);
      await tell(READING * partOf(batch.at(-1)!.position, end));
    }
  }

  private teller(replayId: string): Tell {
    let next = 0;
    return async (done) => {
      this.stopping.signal.throwIfAborted();
      if (performance.now() < next) return;
      next = performance.now() + LOOK_EVERY_MS;
      await this.store.note(replayId, done);
      if ((await this.streams.load(ratingReplay, replayId))?.endedAt) throw new Ended();
    };
  }

  /** Makes the rows of a finished replay readable, and deletes those of a canceled one. */
  private async settle(replayId: string): Promise<void> {
    const replay = await this.streams.load(ratingReplay, replayId);
    if (replay?.outcome) await this.store.complete(replayId);
    else await this.store.forget(replayId);
  }
}
