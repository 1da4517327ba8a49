import { type CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { type TourRow, tourColumns, tourRow } from '../play/ratings/tour-file.js';
import { type Cli, Failure } from './cli.js';
import { fileFailure } from './file-failure.js';
import { formatCount } from './table.js';

/** Longer records are rejected, because no valid record is that long. */
const LONGEST_RECORD = 4_096;
const LONGEST_FIELD = 200;
const MAX_SHOWN = 20;

/** A row of a match file, and its line. */
export type TourLine = Readonly<{ line: number; row: TourRow }>;

const parseRow = (csvRecord: Record<string, string | undefined>, line: number): TourRow =>
  Object.values(csvRecord).some((field) => (field?.length ?? 0) > LONGEST_FIELD)
    ? { problem: `a field is longer than ${LONGEST_FIELD} characters` }
    : tourRow(csvRecord, line);

const wrongColumns = (file: string) =>
  new Failure(
    `${file} is not a CSV file of matches: its first line must name ${tourColumns.join(', ')}.`,
  );

async function* readRows(file: string): AsyncGenerator<TourLine> {
  const skippedLines: TourLine[] = [];
  let hasColumns = false;
  const csvRows = parse({
    columns: (names: string[]) => {
      if (tourColumns.some((column) => !names.includes(column))) throw wrongColumns(file);
      hasColumns = true;
      return names;
    },
    bom: true,
    info: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD,
  });
  csvRows.on('skip', ({ message, lines }: CsvError & { lines?: number }) => {
    if (!hasColumns) csvRows.destroy(wrongColumns(file));
    skippedLines.push({ line: lines ?? 0, row: { problem: message } });
  });
  const contents = createReadStream(file);
  // The loop below throws the error of either stream.
  pipeline(contents, csvRows, () => undefined);
  for await (const { record, info } of csvRows) {
    yield* skippedLines.splice(0);
    yield { line: info.lines, row: parseRow(record, info.lines) };
  }
  if (contents.bytesRead === 0) throw new Failure(`${file} is empty.`);
  if (!hasColumns) throw wrongColumns(file);
  yield* skippedLines;
}

/**
 * The rows of a match file with their lines. Unreadable rows have a problem instead of a match.
 * Reads the first row before it returns, so that a wrong file is reported before any work starts.
 * @throws Failure if the file cannot be read, is empty, or has other columns
 */
export const openTourFile = async (file: string): Promise<AsyncIterable<TourLine>> => {
  const rows = readRows(file);
  const nextRow = () =>
    rows.next().catch((error: unknown) => {
      throw fileFailure('read', file, error);
    });
  const firstRow = await nextRow();
  return (async function* () {
    try {
      for (let row = firstRow; !row.done; row = await nextRow()) yield row.value;
    } finally {
      await rows.return(undefined);
    }
  })();
};

/** Prints the first problems of a file by line, and counts the rest. */
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
