import { isImported } from '../play/matches/imported-match.js';
import { THE_FORMULA, formulaInForce, inForceAt } from '../play/rankings/formula-in-force.js';
import { type ShownFormula, formulaOf } from '../play/rankings/formulas.js';
import { RankingFold } from '../play/rankings/ranking-fold.js';
import type { PlayerRow, Ranked, Receipt } from '../play/rankings/ranking-table.js';
import type { ReplayedMatch, ReplayedMatches } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { formulaStreams, withEventStore, withMatches } from './replay-log.js';
import { count } from './table.js';

/** The instant (UTC, null for now), and whether to rank players of imported matches. */
export type Asked = Readonly<{ asOf: string | null; imported: boolean }>;

/** The ratings at an instant, by the formula used then. */
export type History = Readonly<{
  formulaId: string;
  inputPosition: string | null;
  at: string;
  ranked: Ranked;
  rows: Iterable<PlayerRow>;
}>;

const AT_ONCE = 5_000;

/** Receives what a match changed for a player, and the match's last event. */
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

/** The source of an export. */
export type Source = Pick<History, 'formulaId' | 'inputPosition' | 'at'>;

/**
 * Rates all matches up to an instant from the event store alone. Erased players appear by id.
 * @param receipts gets the source first and returns a listener for the effects of each match, in
 * order
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
