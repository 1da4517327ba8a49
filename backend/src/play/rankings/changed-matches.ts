import {
  type ReadModelCollection,
  WALKED_TOGETHER,
} from '../../platform/projections/projection.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

export type Matches = ReadModelCollection<RatedMatchDocument>;

/** The position of the last change of any match, empty before the first. */
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
 * What changed since a table was built up to a position: `players` are those whose receipts may differ by the same formula, `own` those
 * in a match that changed itself, `uncounted` the matches that do not count now, the first ones of them in their order.
 */
export type Changes = Readonly<{
  players: ReadonlySet<string>;
  own: ReadonlySet<string>;
  uncounted: readonly RatedMatchDocument[];
}>;

/** Whoever is touched by more withdrawals between two tables is told of these. */
const MOST_UNCOUNTED = 20;

type Played = Pick<RatedMatchDocument, 'playedAt' | 'playerIds'>;

/** Nothing before the first match that changed has any other outcome, and only who plays in one after it is touched. */
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
