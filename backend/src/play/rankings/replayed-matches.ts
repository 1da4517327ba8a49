import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchEvent } from '../matches/match.events.js';
import { type RatedMatchDocument, asRated, ratedMatches } from './rated-matches.projection.js';
import type { RatedMatch } from '../ratings/formula.js';
import { openSpill } from '../../platform/stores/spilled-map.js';

/** A match for ratings, and its last event. */
export type ReplayedMatch = Readonly<{
  match: RatedMatchDocument;
  last: Readonly<{ id: string; position: string }>;
}>;

/** The number of changed states kept in memory before they are written to disk. */
const KEPT = 1_000;

/**
 * Folds matches up to an instant and returns them in rating order. States and sorting are on disk,
 * so memory does not grow with the log. `take` expects all match events in log order.
 */
export class ReplayedMatches {
  private readonly database = openSpill();
  private readonly recent = new Map<string, ReplayedMatch>();
  private readonly select;
  private readonly replace;
  /** The position of the last event; null if there was none. */
  position: string | null = null;
  /** The latest event time (UTC); empty if there was none. */
  latest = '';
  events = 0;

  /** @param asOf a UTC instant; later events are ignored */
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
      // Clocks of processes differ: a match logged after the instant can have an answer before it.
      if (!match) continue;
      this.recent.set(stream, { match, last: { id, position } });
      this.position = position;
      if (metadata.at > this.latest) this.latest = metadata.at;
      this.events++;
    }
    if (this.recent.size >= KEPT) this.spill();
  }

  /** All matches, counted or not, by time of play, then log position. */
  *inOrder(): Generator<ReplayedMatch> {
    this.spill();
    const rows = this.database
      .prepare('SELECT state FROM matches ORDER BY playedAt, logged')
      .iterate();
    for (const { state } of rows) yield JSON.parse(String(state)) as ReplayedMatch;
  }

  /** Counted matches for rating. @param hear receives every match right before it is rated */
  *rated(hear?: (match: RatedMatchDocument) => void): Generator<RatedMatch> {
    for (const { match } of this.inOrder()) {
      hear?.(match);
      const rated = asRated(match);
      if (rated) yield rated;
    }
  }

  /** The number of matches, counted or not. */
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
