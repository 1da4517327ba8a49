import type { Discipline } from '@courtly/contracts/matches';
import { Sport } from '@courtly/contracts/sport';
import { Command, Option } from 'commander';
import { toCsv } from '../money/payouts/csv.js';
import { presentPlayers } from '../play/matches/lineup.js';
import { disciplines } from '../play/rankings/ranking-fold.js';
import type { PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import type { ReplayedMatch } from '../play/rankings/replayed-matches.js';
import type { Cli } from './cli.js';
import { type ExportSource, withHistory } from './rating-history.js';
import { asOfOption, withEventStore, withMatches } from './replay-log.js';
import { rankedRows } from './rankings-show.js';

type ExportOptions = Readonly<{ format: 'csv' | 'jsonl'; asOf?: string }>;
type ExportRow = Readonly<Record<string, unknown>>;
type LastEvent = ReplayedMatch['last'];

const cellText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(' ')
      : String(value);

/**
 * Prints rows as JSON Lines, with the source in the first line, or as CSV, with the source in each
 * row. CSV cells are escaped, so that spreadsheets do not execute them.
 */
export const createPrinter = (
  cli: Pick<Cli, 'print'>,
  format: ExportOptions['format'],
  source: ExportRow,
) => {
  let hasStarted = false;
  const csv = (...rows: string[][]) => cli.print(toCsv(rows).slice(0, -1));
  if (format === 'jsonl') cli.print(JSON.stringify(source));
  return (row: ExportRow): void => {
    if (format === 'jsonl') return cli.print(JSON.stringify(row));
    if (!hasStarted) csv([...Object.keys(row), ...Object.keys(source)]);
    hasStarted = true;
    csv([...Object.values(row), ...Object.values(source)].map(cellText));
  };
};

const matchRow = ({ match, last }: ReplayedMatch): ExportRow => {
  const { matchId, courtId, playedAt, zone, surface, sport, discipline } = match;
  const { result, gamesWon, gamesLost } = match;
  const playersOn = (side: 'partner' | 'opponent') =>
    presentPlayers(match).flatMap((player) =>
      player.side === side ? [player.playerId ?? 'unclaimed'] : [],
    );
  return {
    matchId,
    courtId,
    playedAt,
    zone,
    surface,
    sport,
    discipline,
    loggerId: match.loggerId,
    partners: playersOn('partner'),
    opponents: playersOn('opponent'),
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

const exportMatches = (cli: Cli, { format, asOf }: ExportOptions) =>
  withEventStore(cli, (store) =>
    withMatches(cli, store, asOf ?? null, async (matches) => {
      const printRow = createPrinter(cli, format, {
        inputPosition: matches.position,
        asOf: asOf ?? matches.latestInstant,
      });
      for (const replayedMatch of matches.inOrder()) {
        cli.interrupted.throwIfAborted();
        printRow(matchRow(replayedMatch));
      }
    }),
  );

/** `last` is the last event of the player's latest rated match. */
const rankingRow = (discipline: Discipline, row: PlayerRow, lastEvent: LastEvent): ExportRow => {
  const { rank, figure, range, matches, wins, losses, draws, streak } = row[discipline]!;
  const [lowerBound, upperBound] = range;
  return {
    sport: row.sport,
    discipline,
    rank,
    playerId: row.playerId,
    figure,
    least: lowerBound,
    most: upperBound,
    matches,
    wins,
    losses,
    draws,
    streak,
    lastEventId: lastEvent.id,
    lastPosition: lastEvent.position,
  };
};

const exportRankings = (
  cli: Cli,
  { format, asOf, imported = false }: ExportOptions & { imported?: boolean },
) => {
  const lastEventByPlayer = new Map<string, LastEvent>();
  const playerKey = (sport: Sport, discipline: Discipline, playerId: string) =>
    `${sport} ${discipline} ${playerId}`;
  return withHistory(
    cli,
    { asOf: asOf ?? null, imported },
    ({ rows, ranked: _, ...source }) => {
      const printRow = createPrinter(cli, format, source);
      const rankedPlayers = [...rows];
      const rankings = Sport.options.flatMap((sport) =>
        disciplines.map((discipline) => ({ sport, discipline })),
      );
      for (const { sport, discipline } of rankings)
        for (const row of rankedRows(rankedPlayers, sport, discipline)) {
          const lastEvent = lastEventByPlayer.get(playerKey(sport, discipline, row.playerId))!;
          printRow(rankingRow(discipline, row, lastEvent));
        }
    },
    () =>
      ({ sport, discipline, playerId }, lastEvent) =>
        void lastEventByPlayer.set(playerKey(sport, discipline, playerId), lastEvent),
  );
};

const receiptRow = (
  { weight, before: ratingBefore, after, formula: _, ...matchReceipt }: Receipt,
  lastEvent: LastEvent,
): ExportRow => ({
  ...matchReceipt,
  figureBefore: ratingBefore.figure,
  uncertaintyBefore: ratingBefore.uncertainty,
  weight: weight.value,
  reasons: weight.reasons,
  figureAfter: after.figure,
  uncertaintyAfter: after.uncertainty,
  lastEventId: lastEvent.id,
  lastPosition: lastEvent.position,
});

const exportReceipts = (cli: Cli, { format, asOf }: ExportOptions) => {
  const receipts = (source: ExportSource) => {
    const printRow = createPrinter(cli, format, source);
    return (receipt: Receipt, lastEvent: LastEvent) => printRow(receiptRow(receipt, lastEvent));
  };
  return withHistory(cli, { asOf: asOf ?? null, imported: true }, () => undefined, receipts);
};

const exporting = (
  cli: Cli,
  exportName: string,
  runExport: (cli: Cli, options: ExportOptions) => Promise<void>,
): Command =>
  new Command('export')
    .description(`print ${exportName} row by row, with their log positions`)
    .addOption(
      new Option('--format <name>', 'the output format').choices(['csv', 'jsonl']).default('csv'),
    )
    .addOption(asOfOption())
    .action((options: ExportOptions) => runExport(cli, options));

export const exportMatchesCommand = (cli: Cli): Command =>
  exporting(cli, 'all matches', exportMatches);

export const exportRankingsCommand = (cli: Cli): Command =>
  exporting(cli, 'all ranked players', exportRankings).option(
    '--imported',
    'also rank players of imported matches',
  );

export const ratingsCommand = (cli: Cli): Command =>
  new Command('ratings').addCommand(
    new Command('receipts').addCommand(
      exporting(cli, 'what each match changed, and why', exportReceipts),
    ),
  );
