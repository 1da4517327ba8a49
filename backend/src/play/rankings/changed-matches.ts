import {
  type ReadModelCollection,
  CURSOR_BATCH_SIZE,
} from '../../platform/projections/projection.js';
import { rowIdOf } from './ranking-table.js';
import type { RatedMatchDocument } from './rated-matches.projection.js';

export type RatedMatchCollection = ReadModelCollection<RatedMatchDocument>;

/** The log position of the latest change to a match; empty if there are no matches. */
export const newestChange = async (matchCollection: RatedMatchCollection): Promise<string> => {
  const [latestMatch] = await matchCollection
    .find({})
    .sort({ position: -1 })
    .limit(1)
    .project<{ position: string }>({ position: 1 })
    .toArray();
  return latestMatch?.position ?? '';
};

/** The changes since a table's position. */
export type MatchChanges = Readonly<{
  /** Players whose receipts may differ under the same formula. */
  players: ReadonlySet<string>;
  /** The rows of those who played in a changed match of the sport. */
  own: ReadonlySet<string>;
  /** The first changed matches that no longer count, in order of play. */
  uncounted: readonly RatedMatchDocument[];
}>;

/** Beyond this number of withdrawals between two tables, players get no explanation. */
const MOST_UNCOUNTED = 20;

type PlayedMatch = Pick<RatedMatchDocument, 'playedAt' | 'playerIds'>;

/** Only players of the first changed match or a later one can have different receipts. */
export const changedSince = async (
  matchCollection: RatedMatchCollection,
  logPosition: string,
): Promise<MatchChanges> => {
  const affectedPlayers = new Set<string>();
  const ownRows = new Set<string>();
  let uncountedMatches: RatedMatchDocument[] = [];
  let firstPlayedAt: string | null = null;
  for await (const matchDocument of matchCollection
    .find({ position: { $gt: logPosition } })
    .batchSize(CURSOR_BATCH_SIZE)) {
    for (const playerId of matchDocument.playerIds) {
      affectedPlayers.add(playerId);
      ownRows.add(rowIdOf({ sport: matchDocument.sport, playerId }));
    }
    if (firstPlayedAt === null || matchDocument.playedAt < firstPlayedAt)
      firstPlayedAt = matchDocument.playedAt;
    if (matchDocument.counts || matchDocument.answer === 'none') continue;
    uncountedMatches.push(matchDocument);
    uncountedMatches = uncountedMatches
      .sort((firstMatch, secondMatch) => (firstMatch.playedAt < secondMatch.playedAt ? -1 : 1))
      .slice(0, MOST_UNCOUNTED);
  }
  if (firstPlayedAt === null)
    return { players: affectedPlayers, own: ownRows, uncounted: uncountedMatches };
  const laterMatches = matchCollection
    .find({ counts: true, playedAt: { $gte: firstPlayedAt } })
    .project<PlayedMatch>({ playerIds: 1 });
  for await (const { playerIds } of laterMatches)
    for (const playerId of playerIds) affectedPlayers.add(playerId);
  return { players: affectedPlayers, own: ownRows, uncounted: uncountedMatches };
};
