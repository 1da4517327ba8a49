import { isImported } from '../play/matches/imported-match.js';
import {
  FORMULA_STREAM_ID,
  formulaInForce,
  formulaInForceAt,
} from '../play/rankings/formula-in-force.js';
import { type ShownFormula, configuredFormula } from '../play/rankings/formulas.js';
import { RankingFold } from '../play/rankings/ranking-fold.js';
import type { PlayerRow, RankedBySport, Receipt } from '../play/rankings/ranking-table.js';
import type { ReplayedMatch, ReplayedMatches } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { formulaStreams, withEventStore, withMatches } from './replay-log.js';
import { formatCount } from './table.js';

/** The instant (UTC, null for now), and whether players of imported matches are ranked. */
export type HistoryRequest = Readonly<{ asOf: string | null; imported: boolean }>;

/** The ratings at an instant, under the formula in force at that time. */
export type RatingHistory = Readonly<{
  formulaId: string;
  inputPosition: string | null;
  at: string;
  ranked: RankedBySport;
  rows: Iterable<PlayerRow>;
}>;

const MATCHES_PER_TURN = 5_000;

/** Receives a player's receipt for a match, and the last event of that match. */
type OnReceipt = (receipt: Receipt, lastEvent: ReplayedMatch['last']) => void;

const foldHistory = async (
  cli: Cli,
  matches: ReplayedMatches,
  formulaRules: ShownFormula,
  onReceipt?: OnReceipt,
) =>
  cli.step('Rating', async (onProgress) => {
    let currentMatch: ReplayedMatch | undefined;
    const ranking = new RankingFold(
      formulaRules,
      onReceipt ? { onReceipt: (receipt) => onReceipt(receipt, currentMatch!.last) } : {},
    );
    let processedCount = 0;
    for (currentMatch of matches.inOrder()) {
      ranking.rateDocument(currentMatch.match);
      if (++processedCount % MATCHES_PER_TURN > 0) continue;
      cli.interrupted.throwIfAborted();
      onProgress(`${formatCount(processedCount)} matches`);
      await new Promise(setImmediate);
    }
    return ranking;
  });

export type ExportSource = Pick<RatingHistory, 'formulaId' | 'inputPosition' | 'at'>;

/**
 * Rates all matches up to an instant, using only the event store. Erased players appear by id.
 * @param receipts gets the source first, and returns a listener for the receipts of each match, in
 *   order
 */
export const withHistory = <T>(
  cli: Cli,
  { asOf, imported }: HistoryRequest,
  work: (history: RatingHistory) => T,
  receipts?: (source: ExportSource) => OnReceipt,
): Promise<T> =>
  withEventStore(cli, async (store) => {
    const adoptedFormulas = await formulaStreams(store).events(
      `${formulaInForce.category}-${FORMULA_STREAM_ID}`,
    );
    const { formula, parameters } = formulaInForceAt(adoptedFormulas, asOf);
    const formulaRules = configuredFormula(formula, parameters);
    return withMatches(cli, store, asOf, async (matches) => {
      const asOfInstant = asOf ?? matches.latestInstant;
      const source = {
        formulaId: formulaRules.formula.id,
        inputPosition: matches.position,
        at: asOfInstant,
      };
      const ranking = await foldHistory(cli, matches, formulaRules, receipts?.(source));
      const playerListing = (playerId: string) =>
        isImported(playerId) && !imported ? null : { city: null };
      return work({
        ...source,
        ...ranking.rankingTable(Date.parse(asOfInstant), playerListing),
      });
    });
  });
