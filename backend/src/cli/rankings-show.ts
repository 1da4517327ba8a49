import { Discipline } from '@courtly/contracts/matches';
import type { Sport } from '@courtly/contracts/sport';
import { Command, InvalidArgumentError, Option } from 'commander';
import { disciplines } from '../play/rankings/ranking-fold.js';
import type { DisciplineRow, PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import { lastReceiptsOf } from '../play/rankings/player-profile.js';
import { type Cli, Failure } from './cli.js';
import { type ExportSource, withHistory } from './rating-history.js';
import { asOfOption, sportOption } from './replay-log.js';
import { formatCount, formatTable } from './table.js';

type ShowOptions = Readonly<{
  asOf?: string;
  sport: Sport;
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

/** The top players of one sport and discipline, by rank. */
export const rankedRows = (
  rows: Iterable<PlayerRow>,
  sport: Sport,
  discipline: Discipline,
): PlayerRow[] =>
  [...rows]
    .filter((row) => row.sport === sport && row[discipline]?.rank)
    .sort((left, right) => left[discipline]!.rank! - right[discipline]!.rank!);

const showRanking = (
  cli: Cli,
  { asOf, sport, discipline, top, imported = false, json }: ShowOptions,
) =>
  withHistory(cli, { asOf: asOf ?? null, imported }, ({ rows, ranked, ...source }) => {
    const rankedFirst = rankedRows(rows, sport, discipline).slice(0, top);
    const rankedCount = ranked[sport][discipline].all;
    if (json)
      return cli.print(
        JSON.stringify({ ...source, sport, ranked: rankedCount, rows: rankedFirst }),
      );
    cli.print(`${sport} ${discipline}, ${formatCount(rankedCount)} ranked: ${sourceText(source)}`);
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
  sport,
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
  `${sport} ${discipline}`,
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
    const ownRows = [...rows].filter((row) => row.playerId === playerId);
    if (ownRows.length === 0) throw new Failure(`${playerId} had no rated match by then.`);
    if (json) return cli.print(JSON.stringify({ ...source, rows: ownRows, receipts }));
    cli.print(`${playerId}: ${sourceText(source)}`);
    const ratingRows = ownRows.flatMap(({ sport, ...row }) =>
      disciplines.flatMap((discipline) => {
        const disciplineRow = row[discipline];
        if (!disciplineRow) return [];
        const { rank } = disciplineRow;
        const rankCell = rank === null ? 'none' : String(rank);
        return [[`${sport} ${discipline}`, rankCell, ...ratingCells(disciplineRow)]];
      }),
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
    .addOption(sportOption())
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
