import { Discipline } from '@courtly/contracts/matches';
import { Command, InvalidArgumentError, Option } from 'commander';
import { disciplines } from '../play/rankings/ranking-fold.js';
import type { DisciplineRow, PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import { lastReceiptsOf, rowOfPlayer } from '../play/rankings/player-profile.js';
import { type Cli, Failure } from './cli.js';
import { type ExportSource, withHistory } from './rating-history.js';
import { asOfOption } from './replay-log.js';
import { formatCount, formatTable } from './table.js';

type ShowOptions = Readonly<{
  asOf?: string;
  discipline: Discipline;
  top: number;
  imported?: boolean;
  json?: boolean;
}>;

export const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Use a number of at least 1.');
  return Number(text);
};

const ratingCells = ({
  figure,
  range: [lowerBound, upperBound],
  matches,
  wins,
  losses,
  draws,
}: DisciplineRow): string[] => [
  figure.toFixed(2),
  `${lowerBound.toFixed(2)} to ${upperBound.toFixed(2)}`,
  formatCount(matches),
  `${wins}-${losses}-${draws}`,
];

export const sourceText = ({ formulaId, inputPosition, at }: ExportSource): string =>
  `formula ${formulaId}, input position ${inputPosition ?? 'none'}, as of ${at || 'no match'}`;

/** The top players of one discipline, by rank. */
export const rankedRows = (rows: Iterable<PlayerRow>, discipline: Discipline): PlayerRow[] =>
  [...rows]
    .filter((row) => row[discipline]?.rank)
    .sort((left, right) => left[discipline]!.rank! - right[discipline]!.rank!);

const showRanking = (cli: Cli, { asOf, discipline, top, imported = false, json }: ShowOptions) =>
  withHistory(cli, { asOf: asOf ?? null, imported }, ({ rows, ranked, ...source }) => {
    const rankedFirst = rankedRows(rows, discipline).slice(0, top);
    if (json)
      return cli.print(
        JSON.stringify({ ...source, ranked: ranked[discipline].all, rows: rankedFirst }),
      );
    cli.print(
      `${discipline}, ${formatCount(ranked[discipline].all)} ranked: ${sourceText(source)}`,
    );
    const rankingRows = rankedFirst.map((row) => [
      String(row[discipline]!.rank),
      row.playerId,
      ...ratingCells(row[discipline]!),
      String(row[discipline]!.streak),
    ]);
    if (rankingRows.length > 0)
      cli.print(
        formatTable([
          ['rank', 'player', 'figure', 'range', 'matches', 'won-lost-drawn', 'streak'],
          ...rankingRows,
        ]),
      );
  });

const receiptLine = ({
  playedAt,
  discipline,
  before: ratingBefore,
  expected,
  actual,
  weight,
  held: isHeld,
  after,
  matchId,
}: Receipt) => [
  playedAt,
  discipline,
  ratingBefore.figure.toFixed(2),
  expected.toFixed(3),
  actual.toFixed(3),
  `${weight.value.toFixed(2)} (${weight.reasons.join(', ')}${isHeld ? ', held' : ''})`,
  after.figure.toFixed(2),
  matchId,
];

const showPlayer = (cli: Cli, playerId: string, { asOf, json }: ShowOptions) => {
  const { receipts, addReceipt } = lastReceiptsOf(playerId);
  const printPlayer = ({ rows, ...source }: ExportSource & { rows: Iterable<PlayerRow> }) => {
    const row = rowOfPlayer(rows, playerId);
    if (!row) throw new Failure(`${playerId} had no rated match by then.`);
    if (json) return cli.print(JSON.stringify({ ...source, row, receipts }));
    cli.print(`${playerId}: ${sourceText(source)}`);
    const ratingRows = disciplines.flatMap((discipline) =>
      row[discipline]
        ? [
            [
              discipline,
              row[discipline].rank === null ? 'none' : String(row[discipline].rank),
              ...ratingCells(row[discipline]),
            ],
          ]
        : [],
    );
    cli.print(
      formatTable([['', 'rank', 'figure', 'range', 'matches', 'won-lost-drawn'], ...ratingRows]),
    );
    const heading = ['played at', '', 'before', 'expected', 'actual', 'weight', 'after', 'match'];
    cli.print(formatTable([heading, ...receipts.map(receiptLine)]));
  };
  return withHistory(cli, { asOf: asOf ?? null, imported: true }, printPlayer, () => addReceipt);
};

export const showCommand = (cli: Cli): Command =>
  new Command('show')
    .description('compute the ranking at an instant from the log, with the formula used then')
    .addOption(asOfOption())
    .addOption(
      new Option('--discipline <name>', 'the discipline to show')
        .choices(Discipline.options)
        .default('singles'),
    )
    .option('--top <n>', 'the number of ranks', parseCount, 50)
    .option('--imported', 'also rank players of imported matches')
    .option('--json', 'print one JSON object')
    .action((options: ShowOptions) => showRanking(cli, options));

export const playerCommand = (cli: Cli): Command =>
  new Command('player')
    .description(
      'compute the ratings of one player at an instant and the effects of the latest matches',
    )
    .argument('<id>')
    .addOption(asOfOption())
    .option('--json', 'print one JSON object')
    .action((playerId: string, options: ShowOptions) => showPlayer(cli, playerId, options));
