import type { Discipline } from '@courtly/contracts/matches';
import { Command, Option } from 'commander';
import { csvOf } from '../money/payouts/csv.js';
import { disciplines } from '../play/rankings/ranking-fold.js';
import type { PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import type { ReplayedMatch } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { type Source, withHistory } from './rating-history.js';
import { instant, withEventStore, withMatches } from './replay-log.js';
import { rankedRows } from './rankings-show.js';

type Options = Readonly<{ format: 'csv' | 'jsonl'; asOf?: string }>;
type Row = Readonly<Record<string, unknown>>;
type Last = ReplayedMatch['last'];

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(' ')
      : String(value);

/**
 * Prints rows as JSON Lines, with the source in the first line, or as CSV, with the source in each
 * row. Cells are escaped so that spreadsheets do not execute them.
 */
export const printer = (cli: Pick<Cli, 'print'>, format: Options['format'], source: Row) => {
  let begun = false;
  const csv = (...rows: string[][]) => cli.print(csvOf(rows).slice(0, -1));
  if (format === 'jsonl') cli.print(JSON.stringify(source));
  return (row: Row): void => {
    if (format === 'jsonl') return cli.print(JSON.stringify(row));
    if (!begun) csv([...Object.keys(row), ...Object.keys(source)]);
    begun = true;
    csv([...Object.values(row), ...Object.values(source)].map(cell));
  };
};

const matchRow = ({ match, last }: ReplayedMatch): Row => {
  const { matchId, courtId, playedAt, zone, surface, discipline, result, gamesWon, gamesLost } =
    match;
  const side = (wanted: 'partner' | 'opponent') =>
    match.players.flatMap((player) =>
      player.side === wanted ? [player.playerId ?? 'unclaimed'] : [],
    );
  return {
    matchId,
    courtId,
    playedAt,
    zone,
    surface,
    discipline,
    loggerId: match.loggerId,
    partners: side('partner'),
    opponents: side('opponent'),
    result,
    gamesWon,
    gamesLost,
    answer: match.answer,
    counts: match.counts,
    loggedPosition: match.logged,
    lastEventId: last.id,
    lastPosition: last.position,
  };
};

const exportMatches = (cli: Cli, { format, asOf }: Options) =>
  withEventStore(cli, (store) =>
    withMatches(cli, store, asOf ?? null, async (matches) => {
      const print = printer(cli, format, {
        inputPosition: matches.position,
        asOf: asOf ?? matches.latest,
      });
      for (const one of matches.inOrder()) {
        cli.interrupted.throwIfAborted();
        print(matchRow(one));
      }
    }),
  );

/** `last` is the last event of the player's latest rated match. */
const rankingRow = (discipline: Discipline, row: PlayerRow, last: Last): Row => {
  const { rank, figure, range, matches, wins, losses, draws, streak } = row[discipline]!;
  const [least, most] = range;
  return {
    discipline,
    rank,
    playerId: row.playerId,
    figure,
    least,
    most,
    matches,
    wins,
    losses,
    draws,
    streak,
    lastEventId: last.id,
    lastPosition: last.position,
  };
};

const exportRankings = (
  cli: Cli,
  { format, asOf, imported = false }: Options & { imported?: boolean },
) => {
  const lastOf = new Map<string, Last>();
  const keyOf = (discipline: Discipline, playerId: string) => `${discipline} ${playerId}`;
  return withHistory(
    cli,
    { asOf: asOf ?? null, imported },
    ({ rows, ranked: _, ...source }) => {
      const print = printer(cli, format, source);
      const all = [...rows];
      for (const discipline of disciplines)
        for (const row of rankedRows(all, discipline))
          print(rankingRow(discipline, row, lastOf.get(keyOf(discipline, row.playerId))!));
    },
    () =>
      ({ discipline, playerId }, last) =>
        void lastOf.set(keyOf(discipline, playerId), last),
  );
};

const receiptRow = ({ weight, before, after, formula: _, ...its }: Receipt, last: Last): Row => ({
  ...its,
  figureBefore: before.figure,
  uncertaintyBefore: before.uncertainty,
  weight: weight.value,
  reasons: weight.reasons,
  figureAfter: after.figure,
  uncertaintyAfter: after.uncertainty,
  lastEventId: last.id,
  lastPosition: last.position,
});

const exportReceipts = (cli: Cli, { format, asOf }: Options) => {
  const receipts = (source: Source) => {
    const print = printer(cli, format, source);
    return (receipt: Receipt, last: Last) => print(receiptRow(receipt, last));
  };
  return withHistory(cli, { asOf: asOf ?? null, imported: true }, () => undefined, receipts);
};

const exporting = (
  cli: Cli,
  what: string,
  run: (cli: Cli, options: Options) => Promise<void>,
): Command =>
  new Command('export')
    .description(`print ${what} row by row, with their log positions`)
    .addOption(new Option('--format <name>', 'which').choices(['csv', 'jsonl']).default('csv'))
    .option('--as-of <instant>', 'only decisions up to then; a day includes its end (UTC)', instant)
    .action((options: Options) => run(cli, options));

export const exportMatchesCommand = (cli: Cli): Command =>
  exporting(cli, 'all matches', exportMatches);

export const exportRankingsCommand = (cli: Cli): Command =>
  exporting(cli, 'all ranked players', exportRankings).option(
    '--imported',
    'also rank players of imported matches',
  );

export const ratingsCommand = (cli: Cli): Command =>
  new Command('ratings')
    .description('the effects of matches on ratings')
    .addCommand(
      new Command('receipts').addCommand(
        exporting(cli, 'what each match changed, and why', exportReceipts),
      ),
    );
