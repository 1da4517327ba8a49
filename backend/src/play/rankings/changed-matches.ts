import {
  type ReadModelCollection,
  WALKED_TOGETHER,
} from '../../platform/projections/projection.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

export type Matches = ReadModelCollection<RatedMatchDocument>;

/** The position of the latest change of a match; empty without matches. */
export const newestChange = async (matches: Matches): Promise<string> => {
  const [last] = await matches
    .find({})
    .sort({ position: -1 })
    .limit(1)
    .project<{ position: string }>({ position: 1 })
    .toArray();
  return last?.position ?? '';
};

/**
 * Changes since a table's position. `players` may have different receipts by the same formula,
 * `own` played a changed match, `uncounted` are the first changed matches that do not count now, in
 * order of play.
 */
export type Changes = Readonly<{
  players: ReadonlySet<string>;
  own: ReadonlySet<string>;
  uncounted: readonly RatedMatchDocument[];
}>;

/** Later withdrawals between two tables are not explained to players. */
const MOST_UNCOUNTED = 20;

type Played = Pick<RatedMatchDocument, 'playedAt' | 'playerIds'>;

/** Only players of the first changed match or a later one can have different receipts. */
export const changedSince = async (matches: Matches, position: string): Promise<Changes> => {
  const own = new Set<string>();
  let uncounted: RatedMatchDocument[] = [];
  let first: string | null = null;
  for await (const match of matches
    .find({ position: { $gt: position } })
    .batchSize(WALKED_TOGETHER)) {
    for (const playerId of match.playerIds) own.add(playerId);
    if (first === null || match.playedAt < first) first = match.playedAt;
    if (match.counts || match.answer === 'none') continue;
    uncounted.push(match);
    uncounted = uncounted
      .sort((a, b) => (a.playedAt < b.playedAt ? -1 : 1))
      .slice(0, MOST_UNCOUNTED);
  }
  const players = new Set(own);
  if (first === null) return { players, own, uncounted };
  const later = matches
    .find({ counts: true, playedAt: { $gte: first } })
    .project<Played>({ playerIds: 1 });
  for await (const { playerIds } of later) for (const playerId of playerIds) players.add(playerId);
  return { players, own, uncounted };
};
