import { isImported } from '../play/matches/imported-match.js';
import { THE_FORMULA, formulaInForce, inForceAt } from '../play/rankings/formula-in-force.js';
import { type ShownFormula, formulaOf } from '../play/rankings/formulas.js';
import { RankingFold } from '../play/rankings/ranking-fold.js';
import type { PlayerRow, Ranked, Receipt } from '../play/rankings/ranking-table.js';
import type { ReplayedMatch, ReplayedMatches } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { formulaStreams, withEventStore, withMatches } from './replay-log.js';
import { count } from './table.js';

/** As of when (UTC, null for now), and whether players of imported matches are ranked beside the others. */
export type Asked = Readonly<{ asOf: string | null; imported: boolean }>;

/** The table of ratings as the log made it up to an instant, by the formula that was in force then. */
export type History = Readonly<{
  formulaId: string;
  inputPosition: string | null;
  at: string;
  ranked: Ranked;
  rows: Iterable<PlayerRow>;
}>;

const AT_ONCE = 5_000;

/** Hears what a match did to a player, and which event of the match was the last. */
type OnReceipt = (receipt: Receipt, last: ReplayedMatch['last']) => void;

const fold = async (
  cli: Cli,
  matches: ReplayedMatches,
  rules: ShownFormula,
  onReceipt?: OnReceipt,
) =>
  cli.step('Rating', async (tell) => {
    let of: ReplayedMatch | undefined;
    const ranking = new RankingFold(
      rules,
      onReceipt && ((receipt) => onReceipt(receipt, of!.last)),
    );
    let taken = 0;
    for (of of matches.inOrder()) {
      ranking.take(of.match);
      if (++taken % AT_ONCE > 0) continue;
      cli.interrupted.throwIfAborted();
      tell(`${count(taken)} matches`);
      await new Promise(setImmediate);
    }
    return ranking;
  });

/** What stands above an export: where it comes from. */
export type Source = Pick<History, 'formulaId' | 'inputPosition' | 'at'>;

/**
 * Rates the log anew up to an instant, from the event store alone. Who has been erased stays by id.
 * @param receipts is given the source once it is known; what it answers hears what each match did, in order
 */
export const withHistory = <T>(
  cli: Cli,
  { asOf, imported }: Asked,
  work: (history: History) => T,
  receipts?: (source: Source) => OnReceipt,
): Promise<T> =>
  withEventStore(cli, async (store) => {
    const adopted = await formulaStreams(store).events(`${formulaInForce.category}-${THE_FORMULA}`);
    const { formula, parameters } = inForceAt(adopted, asOf);
    const rules = formulaOf(formula, parameters);
    return withMatches(cli, store, asOf, async (matches) => {
      const at = asOf ?? matches.latest;
      const source = { formulaId: rules.formula.id, inputPosition: matches.position, at };
      const ranking = await fold(cli, matches, rules, receipts?.(source));
      const listing = (playerId: string) =>
        isImported(playerId) && !imported ? null : { city: null };
      return work({ ...source, ...ranking.table(Date.parse(at), listing) });
    });
  });
