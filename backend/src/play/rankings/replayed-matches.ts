import type { Sport } from '@courtly/contracts/sport';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchEvent } from '../matches/match.events.js';
import { type RatedMatchDocument, toRatedMatch, ratedMatches } from './rated-matches.projection.js';
import type { RatedMatch } from '../ratings/formula.js';
import { openSpill } from '../../platform/stores/spilled-map.js';

export type ReplayedMatch = Readonly<{
  match: RatedMatchDocument;
  last: Readonly<{ id: string; position: string }>;
}>;

/** How many changed states are kept in memory before they are written to disk. */
const STATES_IN_MEMORY = 1_000;

/**
 * Folds matches up to an instant and returns them in rating order. States and sorting are on disk,
 * so memory does not grow with the log. `addEvents` expects all match events in log order.
 */
export class ReplayedMatches {
  private readonly database = openSpill();
  private readonly recentStates = new Map<string, ReplayedMatch>();
  private readonly selectState;
  private readonly replaceState;
  /** The position of the last event; null if there was none. */
  position: string | null = null;
  /** The latest event time (UTC); empty if there was none. */
  latestInstant = '';
  eventCount = 0;

  /** @param asOf a UTC instant; later events are ignored */
  constructor(private readonly asOf: string | null = null) {
    this.database.exec(
      'CREATE TABLE matches (stream TEXT PRIMARY KEY, playedAt INTEGER, logged TEXT, state TEXT)',
    );
    this.selectState = this.database.prepare('SELECT state FROM matches WHERE stream = ?');
    this.replaceState = this.database.prepare('REPLACE INTO matches VALUES (?, ?, ?, ?)');
  }

  addEvents(matchEvents: readonly RecordedEvent<MatchEvent>[]): void {
    for (const matchEvent of matchEvents) {
      const { id, stream, revision, position, metadata } = matchEvent;
      if (this.asOf !== null && metadata.at > this.asOf) continue;
      const previousState =
        this.recentStates.get(stream) ?? (revision === 0 ? undefined : this.findState(stream));
      const matchDocument = ratedMatches.evolve(
        previousState?.match ?? null,
        matchEvent,
        matchEvent.data.matchId,
      );
      // The clocks of processes differ, so a match logged after the instant can have a response
      // before it.
      if (!matchDocument) continue;
      this.recentStates.set(stream, { match: matchDocument, last: { id, position } });
      this.position = position;
      if (metadata.at > this.latestInstant) this.latestInstant = metadata.at;
      this.eventCount++;
    }
    if (this.recentStates.size >= STATES_IN_MEMORY) this.spillToDisk();
  }

  /** All matches, counted or not, ordered by time of play and then by log position. */
  *inOrder(): Generator<ReplayedMatch> {
    this.spillToDisk();
    const storedRows = this.database
      .prepare('SELECT state FROM matches ORDER BY playedAt, logged')
      .iterate();
    for (const { state } of storedRows) yield JSON.parse(String(state)) as ReplayedMatch;
  }

  /**
   * The counted matches of a sport, for rating.
   * @param onMatch receives every match right before it is rated
   */
  *ratedMatches(
    sport: Sport,
    onMatch?: (matchDocument: RatedMatchDocument) => void,
  ): Generator<RatedMatch> {
    for (const { match } of this.inOrder()) {
      if (match.sport !== sport) continue;
      onMatch?.(match);
      const ratedMatch = toRatedMatch(match);
      if (ratedMatch) yield ratedMatch;
    }
  }

  /** The number of matches, counted or not. */
  countMatches(): number {
    this.spillToDisk();
    return Number(this.database.prepare('SELECT count(*) AS n FROM matches').get()!['n']);
  }

  close(): void {
    this.database.close();
  }

  private findState(streamName: string): ReplayedMatch | undefined {
    const storedRow = this.selectState.get(streamName);
    return storedRow && (JSON.parse(String(storedRow['state'])) as ReplayedMatch);
  }

  private spillToDisk() {
    this.database.exec('BEGIN');
    for (const [streamName, replayedMatch] of this.recentStates) {
      const { playedAt, logged } = replayedMatch.match;
      this.replaceState.run(
        streamName,
        Date.parse(playedAt),
        logged,
        JSON.stringify(replayedMatch),
      );
    }
    this.database.exec('COMMIT');
    this.recentStates.clear();
  }
}
