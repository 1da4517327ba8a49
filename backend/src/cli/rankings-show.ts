import { Discipline } from '@courtly/contracts/matches';
import { Command, InvalidArgumentError, Option } from 'commander';
import { disciplines } from '../play/rankings/ranking-fold.js';
import type { DisciplineRow, PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import { lastReceiptsOf, rowOf } from '../play/rankings/player-profile.js';
import { type Cli, Failure } from './cli.js';
import { type Source, withHistory } from './rating-history.js';
import { instant } from './replay-log.js';
import { count, table } from './table.js';

type Options = Readonly<{
  asOf?: string;
  discipline: Discipline;
  top: number;
  imported?: boolean;
  json?: boolean;
}>;

export const number = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Use a number of at least 1.');
  return Number(text);
};

const figures = ({
  figure,
  range: [least, most],
  matches,
  wins,
  losses,
  draws,
}: DisciplineRow): string[] => [
  figure.toFixed(2),
  `${least.toFixed(2)} to ${most.toFixed(2)}`,
  count(matches),
  `${wins}-${losses}-${draws}`,
];

export const sourceText = ({ formulaId, inputPosition, at }: Source): string =>
  `formula ${formulaId}, input position ${inputPosition ?? 'none'}, as of ${at || 'no match'}`;

/** The top players of one discipline by rank. */
export const rankedRows = (rows: Iterable<PlayerRow>, discipline: Discipline): PlayerRow[] =>
  [...rows]
    .filter((row) => row[discipline]?.rank)
    .sort((a, b) => a[discipline]!.rank! - b[discipline]!.rank!);

const show = (cli: Cli, { asOf, discipline, top, imported = false, json }: Options) =>
  withHistory(cli, { asOf: asOf ?? null, imported }, ({ rows, ranked, ...source }) => {
    const first = rankedRows(rows, discipline).slice(0, top);
    if (json)
      return cli.print(JSON.stringify({ ...source, ranked: ranked[discipline].all, rows: first }));
    cli.print(`${discipline}, ${count(ranked[discipline].all)} ranked: ${sourceText(source)}`);
    const lines = first.map((row) => [
      String(row[discipline]!.rank),
      row.playerId,
      ...figures(row[discipline]!),
      String(row[discipline]!.streak),
    ]);
    if (lines.length > 0)
      cli.print(
        table([
          ['rank', 'player', 'figure', 'range', 'matches', 'won-lost-drawn', 'streak'],
          ...lines,
        ]),
      );
  });

const receiptLine = ({
  playedAt,
  discipline,
  before,
  expected,
  actual,
  weight,
  held,
  after,
  matchId,
}: Receipt) => [
  playedAt,
  discipline,
  before.figure.toFixed(2),
  expected.toFixed(3),
  actual.toFixed(3),
  `${weight.value.toFixed(2)} (${weight.reasons.join(', ')}${held ? ', held' : ''})`,
  after.figure.toFixed(2),
  matchId,
];

const player = (cli: Cli, playerId: string, { asOf, json }: Options) => {
  const { receipts, note } = lastReceiptsOf(playerId);
  const print = ({ rows, ...source }: Source & { rows: Iterable<PlayerRow> }) => {
    const row = rowOf(rows, playerId);
    if (!row) throw new Failure(`${playerId} had no rated match by then.`);
    if (json) return cli.print(JSON.stringify({ ...source, row, receipts }));
    cli.print(`${playerId}: ${sourceText(source)}`);
    const lines = disciplines.flatMap((one) =>
      row[one]
        ? [[one, row[one].rank === null ? 'none' : String(row[one].rank), ...figures(row[one])]]
        : [],
    );
    cli.print(table([['', 'rank', 'figure', 'range', 'matches', 'won-lost-drawn'], ...lines]));
    const heading = ['played at', '', 'before', 'expected', 'actual', 'weight', 'after', 'match'];
    cli.print(table([heading, ...receipts.map(receiptLine)]));
  };
  return withHistory(cli, { asOf: asOf ?? null, imported: true }, print, () => note);
};

export const showCommand = (cli: Cli): Command =>
  new Command('show')
    .description('compute the ranking at an instant from the log, with the formula used then')
    .option('--as-of <instant>', 'only decisions up to then; a day includes its end (UTC)', instant)
    .addOption(
      new Option('--discipline <name>', 'which').choices(Discipline.options).default('singles'),
    )
    .option('--top <n>', 'the number of ranks', number, 50)
    .option('--imported', 'also rank players of imported matches')
    .option('--json', 'print one JSON object')
    .action((options: Options) => show(cli, options));

export const playerCommand = (cli: Cli): Command =>
  new Command('player')
    .description(
      'compute the ratings of one player at an instant and the effects of the latest matches',
    )
    .argument('<id>')
    .option('--as-of <instant>', 'only decisions up to then; a day includes its end (UTC)', instant)
    .option('--json', 'print one JSON object')
    .action((playerId: string, options: Options) => player(cli, playerId, options));
