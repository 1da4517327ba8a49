import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { EventCodec } from '../platform/kernel/codec.js';
import { importedMatch, problemOfImport } from '../play/matches/imported-match.js';
import { matchEvents } from '../play/matches/match.events.js';
import { match as matchDecider } from '../play/matches/match.js';
import type { RatedMatch } from '../play/ratings/formula.js';
import { type TourRow, tourColumns } from '../play/ratings/tour-file.js';
import { noPersonKeys } from '../play/rankings/match-log.js';
import type { EventStore } from '../platform/stores/event-store.js';
import { appendNew } from './append-new.js';
import { type Cli, Failure } from './cli.js';
import { withEventStore } from './replay-log.js';
import { formatCount, formatTable } from './table.js';
import { type TourLine, openTourFile, problemReporter } from './tour-rows.js';
import { exportMatchesCommand } from './exports.js';

/** The number of concurrent writes. The client batches those that wait. */
const MAX_CONCURRENT = 64;
const SECOND_MS = 1_000;

const hashParts = (...idParts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(idParts)).digest('hex');

/** A UUID derived from its parts, as the store requires. */
const uuidOf = (...idParts: readonly unknown[]) => {
  const hexDigits = hashParts(...idParts);
  return `${hexDigits.slice(0, 8)}-${hexDigits.slice(8, 12)}-8${hexDigits.slice(13, 16)}-8${hexDigits.slice(17, 20)}-${hexDigits.slice(20, 32)}`;
};

/** The id is equal for equal records, wherever they are in a file. */
const bookingIdOf = ({ playedAt, surface, sides, games, winner, bestOf }: RatedMatch) =>
  `import-${hashParts(playedAt, surface, sides, games, winner, bestOf).slice(0, 24)}`;

/**
 * Writes each match to its own stream, many of them concurrently. Ids derive from the content, so
 * repeated imports write nothing twice.
 */
const createWriter = (eventStore: EventStore, end: string | null) => {
  const eventCodec = new EventCodec([matchEvents], noPersonKeys);
  const pendingWrites = new Set<Promise<void>>();
  const writeErrors: unknown[] = [];
  let wakeUp: () => void = () => undefined;
  const writeCounts = { imported: 0, known: 0 };
  const writeRecord = async (match: RatedMatch, orderInDay: number) => {
    const playedInstant = new Date(match.playedAt + orderInDay * SECOND_MS).toISOString();
    const { matchId, events } = importedMatch(match, bookingIdOf(match), playedInstant);
    const [command, actor] = [`import ${matchId}`, { id: 'operator', role: 'operator' } as const];
    const metadata = {
      actor,
      at: playedInstant,
      command,
      fingerprint: matchId,
      $correlationId: command,
    };
    const encoded = events.map((event) =>
      eventCodec.encode(event, uuidOf(matchId, event.type), metadata),
    );
    const position = await appendNew(
      eventStore,
      `${matchDecider.category}-${matchId}`,
      await Promise.all(encoded),
    );
    if (position !== null && (end === null || position > end)) writeCounts.imported++;
    else writeCounts.known++;
  };
  return {
    counts: writeCounts,
    async add(match: RatedMatch, orderInDay: number) {
      const pendingWrite = writeRecord(match, orderInDay)
        .catch((error: unknown) => void writeErrors.push(error))
        .finally(() => {
          pendingWrites.delete(pendingWrite);
          wakeUp();
        });
      pendingWrites.add(pendingWrite);
      if (pendingWrites.size >= MAX_CONCURRENT)
        await new Promise<void>((resolve) => (wakeUp = resolve));
      if (writeErrors.length > 0) throw writeErrors[0];
    },
    /**
     * Waits for pending writes.
     * @throws the error of a failed write
     */
    async end() {
      await Promise.all(pendingWrites);
      if (writeErrors.length > 0) throw writeErrors[0];
    },
  };
};

/** Keeps the file's order within a day: each match is one second later than the previous one. */
const orderOfDay = () => {
  const matchesByDay = new Map<number, number>();
  return (playedAt: number): number => {
    const orderInDay = matchesByDay.get(playedAt) ?? 0;
    matchesByDay.set(playedAt, orderInDay + 1);
    return orderInDay;
  };
};

const importRows = async (
  cli: Cli,
  eventStore: EventStore,
  rows: AsyncIterable<TourLine>,
): Promise<void> => {
  const writer = createWriter(eventStore, await eventStore.readLogEnd());
  const problemLog = problemReporter(cli);
  const nextOrderOf = orderOfDay();
  const startedAt = performance.now();
  let [rowCount, notPlayed] = [0, 0];
  const takeLine = async (lineNumber: number, row: TourRow) => {
    if (row === 'not_played' || ('match' in row && row.match.games[0] + row.match.games[1] === 0))
      return notPlayed++;
    const problem = 'problem' in row ? row.problem : problemOfImport(row.match, Date.now());
    if ('problem' in row || problem !== null) return problemLog.add(lineNumber, problem!);
    return writer.add(row.match, nextOrderOf(row.match.playedAt));
  };
  await cli.step('Importing matches', async (onProgress) => {
    try {
      for await (const { line, row } of rows) {
        cli.interrupted.throwIfAborted();
        await takeLine(line, row);
        if (++rowCount % MAX_CONCURRENT === 0)
          onProgress(`${formatCount(rowCount)} rows, ${rowsPerSecond(rowCount, startedAt)}/s`);
      }
    } finally {
      await writer.end();
    }
  });
  const rejectedCount = problemLog.end();
  cli.note(`${formatCount(rowCount)} rows, ${rowsPerSecond(rowCount, startedAt)}/s`);
  const summary = { ...writer.counts, 'not played': notPlayed, refused: rejectedCount };
  cli.print(
    formatTable([
      ['rows', ''],
      ...Object.entries(summary).map(([name, value]) => [name, formatCount(value)]),
    ]),
  );
  if (rejectedCount > 0)
    throw new Failure(
      `${formatCount(rejectedCount)} rows were rejected; the others were imported. Correct them and import the file again.`,
    );
};

const rowsPerSecond = (rowCount: number, startedAt: number) =>
  formatCount((rowCount * 1_000) / Math.max(1, performance.now() - startedAt));

export const importCommand = (cli: Cli): Command =>
  new Command('import')
    .description('import singles matches recorded elsewhere; importing again adds nothing')
    .argument('<csv>', `matches in playing order: ${tourColumns.join(', ')}`)
    .action(async (file: string) => {
      const rows = await openTourFile(file);
      await withEventStore(cli, (eventStore) => importRows(cli, eventStore, rows));
    });

export const matchesCommand = (cli: Cli): Command =>
  new Command('matches').addCommand(importCommand(cli)).addCommand(exportMatchesCommand(cli));
