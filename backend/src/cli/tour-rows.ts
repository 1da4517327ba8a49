import { type CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { type TourRow, tourRow } from '../play/ratings/tour-file.js';
import type { Cli } from './cli.js';
import { count } from './table.js';

/** Longer ones are refused: no column of such a file holds more. */
const LONGEST_RECORD = 4_096;
const LONGEST_FIELD = 200;
const MOST_SHOWN = 20;

type Line = Readonly<{ line: number; row: TourRow }>;

const rowOf = (record: Record<string, string | undefined>, line: number): TourRow =>
  Object.values(record).some((field) => (field?.length ?? 0) > LONGEST_FIELD)
    ? { problem: `a field is longer than ${LONGEST_FIELD} characters` }
    : tourRow(record, line);

/** The rows of a file of matches one after the other, each with its line; what cannot be read has its problem instead. */
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

/** Tells the first problems of a file as they come, by line, and counts all. A file that is wrong throughout fills nothing. */
export const problemsTold = (cli: Cli) => {
  let problems = 0;
  return {
    add(line: number, problem: string) {
      // What a file says is shown, and not carried out, by a terminal.
      if (problems++ < MOST_SHOWN)
        cli.note(`line ${line}: ${problem.replace(/\p{Cc}/gu, '?').slice(0, 300)}`);
    },
    end(): number {
      if (problems > MOST_SHOWN) cli.note(`and ${count(problems - MOST_SHOWN)} more`);
      return problems;
    },
  };
};
