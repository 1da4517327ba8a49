import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchEvent } from '../matches/match.events.js';
import { type RatedMatchDocument, asRated, ratedMatches } from './rated-matches.projection.js';
import type { RatedMatch } from '../ratings/formula.js';
import { openSpill } from '../../platform/stores/spilled-map.js';

/** A match as ratings take it, and the event of it that was the last: its id and its place in the log. */
export type ReplayedMatch = Readonly<{
  match: RatedMatchDocument;
  last: Readonly<{ id: string; position: string }>;
}>;

/** States that are kept in memory until so many have changed; then they go to disk together. */
const KEPT = 1_000;

/**
 * Matches as their events make them up to an instant, and in the order in which they are rated. States are kept on disk, and so is
 * the sorting: memory does not grow with the log. `take` wants all events of matches in the order of the log.
 */
export class ReplayedMatches {
  private readonly database = openSpill();
  private readonly recent = new Map<string, ReplayedMatch>();
  private readonly select;
  private readonly replace;
  /** The position of the last event that was taken; null where there was none. */
  position: string | null = null;
  /** When the latest of them was decided (UTC); empty where there was none. */
  latest = '';
  events = 0;

  /** @param asOf a UTC instant: what was decided later is left out */
  constructor(private readonly asOf: string | null = null) {
    this.database.exec(
      'CREATE TABLE matches (stream TEXT PRIMARY KEY, playedAt INTEGER, logged TEXT, state TEXT)',
    );
    this.select = this.database.prepare('SELECT state FROM matches WHERE stream = ?');
    this.replace = this.database.prepare('REPLACE INTO matches VALUES (?, ?, ?, ?)');
  }

  take(events: readonly RecordedEvent<MatchEvent>[]): void {
    for (const event of events) {
      const { id, stream, revision, position, metadata } = event;
      if (this.asOf !== null && metadata.at > this.asOf) continue;
      const before = this.recent.get(stream) ?? (revision === 0 ? undefined : this.find(stream));
      const match = ratedMatches.evolve(before?.match ?? null, event, event.data.matchId);
      // Clocks of two processes differ: what was logged after the instant may have been answered before it.
      if (!match) continue;
      this.recent.set(stream, { match, last: { id, position } });
      this.position = position;
      if (metadata.at > this.latest) this.latest = metadata.at;
      this.events++;
    }
    if (this.recent.size >= KEPT) this.spill();
  }

  /** Every match, those that do not count too, in the order of when they were played, then of the log. */
  *inOrder(): Generator<ReplayedMatch> {
    this.spill();
    const rows = this.database
      .prepare('SELECT state FROM matches ORDER BY playedAt, logged')
      .iterate();
    for (const { state } of rows) yield JSON.parse(String(state)) as ReplayedMatch;
  }

  /** Those that count, as ratings take them. @param hear is told of every match, right before it is rated */
  *rated(hear?: (match: RatedMatchDocument) => void): Generator<RatedMatch> {
    for (const { match } of this.inOrder()) {
      hear?.(match);
      const rated = asRated(match);
      if (rated) yield rated;
    }
  }

  /** How many there are, counted or not. */
  count(): number {
    this.spill();
    return Number(this.database.prepare('SELECT count(*) AS n FROM matches').get()!['n']);
  }

  close(): void {
    this.database.close();
  }

  private find(stream: string): ReplayedMatch | undefined {
    const row = this.select.get(stream);
    return row && (JSON.parse(String(row['state'])) as ReplayedMatch);
  }

  private spill() {
    this.database.exec('BEGIN');
    for (const [stream, replayed] of this.recent) {
      const { playedAt, logged } = replayed.match;
      this.replace.run(stream, Date.parse(playedAt), logged, JSON.stringify(replayed));
    }
    this.database.exec('COMMIT');
    this.recent.clear();
  }
}
