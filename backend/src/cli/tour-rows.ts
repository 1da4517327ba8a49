import { type CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { type TourRow, tourRow } from '../play/ratings/tour-file.js';
import type { Cli } from './cli.js';
import { formatCount } from './table.js';

/** Longer records are rejected; no valid one is that long. */
const LONGEST_RECORD = 4_096;
const LONGEST_FIELD = 200;
const MAX_SHOWN = 20;

type TourLine = Readonly<{ line: number; row: TourRow }>;

const parseRow = (csvRecord: Record<string, string | undefined>, line: number): TourRow =>
  Object.values(csvRecord).some((field) => (field?.length ?? 0) > LONGEST_FIELD)
    ? { problem: `a field is longer than ${LONGEST_FIELD} characters` }
    : tourRow(csvRecord, line);

/** Yields the rows of a match file with their lines; unreadable rows have a problem instead. */
export async function* tourRows(file: string): AsyncGenerator<TourLine> {
  const skippedLines: TourLine[] = [];
  const csvRows = createReadStream(file).pipe(
    parse({
      columns: true,
      bom: true,
      info: true,
      skip_records_with_error: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  csvRows.on('skip', ({ message, lines }: CsvError & { lines?: number }) =>
    skippedLines.push({ line: lines ?? 0, row: { problem: message } }),
  );
  for await (const { record, info } of csvRows) {
    yield* skippedLines.splice(0);
    yield { line: info.lines, row: parseRow(record, info.lines) };
  }
  yield* skippedLines;
}

/** Prints the first problems of a file by line and counts the others. */
export const problemReporter = (cli: Cli) => {
  let problemCount = 0;
  return {
    add(line: number, problem: string) {
      // Escaped, because a terminal would interpret control characters.
      if (problemCount++ < MAX_SHOWN)
        cli.note(`line ${line}: ${problem.replace(/\p{Cc}/gu, '?').slice(0, 300)}`);
    },
    end(): number {
      if (problemCount > MAX_SHOWN) cli.note(`and ${formatCount(problemCount - MAX_SHOWN)} more`);
      return problemCount;
    },
  };
};
