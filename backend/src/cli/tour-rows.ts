import { type CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { type TourRow, tourRow } from '../play/ratings/tour-file.js';
import type { Cli } from './cli.js';
import { count } from './table.js';

/** Longer records are rejected; no valid one is that long. */
const LONGEST_RECORD = 4_096;
const LONGEST_FIELD = 200;
const MOST_SHOWN = 20;

type Line = Readonly<{ line: number; row: TourRow }>;

const rowOf = (record: Record<string, string | undefined>, line: number): TourRow =>
  Object.values(record).some((field) => (field?.length ?? 0) > LONGEST_FIELD)
    ? { problem: `a field is longer than ${LONGEST_FIELD} characters` }
    : tourRow(record, line);

/** Yields the rows of a match file with their lines; unreadable rows have a problem instead. */
export async function* tourRows(file: string): AsyncGenerator<Line> {
  const skipped: Line[] = [];
  const rows = createReadStream(file).pipe(
    parse({
      columns: true,
      bom: true,
      info: true,
      skip_records_with_error: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  rows.on('skip', ({ message, lines }: CsvError & { lines?: number }) =>
    skipped.push({ line: lines ?? 0, row: { problem: message } }),
  );
  for await (const { record, info } of rows) {
    yield* skipped.splice(0);
    yield { line: info.lines, row: rowOf(record, info.lines) };
  }
  yield* skipped;
}

/** Prints the first problems of a file by line and counts the others. */
export const problemsTold = (cli: Cli) => {
  let problems = 0;
  return {
    add(line: number, problem: string) {
      // Escaped, because a terminal would interpret control characters.
      if (problems++ < MOST_SHOWN)
        cli.note(`line ${line}: ${problem.replace(/\p{Cc}/gu, '?').slice(0, 300)}`);
    },
    end(): number {
      if (problems > MOST_SHOWN) cli.note(`and ${count(problems - MOST_SHOWN)} more`);
      return problems;
    },
  };
};
