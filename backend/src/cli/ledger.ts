import { BooksMonth } from '@courtly/contracts/revenue';
import { Command, InvalidArgumentError } from 'commander';
import { BooksQueries } from '../money/ledger/books.queries.js';
import { noteIfStopped, withApplication } from './application.js';
import type { Cli } from './cli.js';

type ExportOptions = Readonly<{ from: string; to: string }>;

const monthOption = (text: string): string => {
  const month = BooksMonth.safeParse(text);
  if (!month.success) throw new InvalidArgumentError('Use a month such as 2027-03.');
  return month.data;
};

/** Prints the journal of the books as CSV. */
const exportJournal = (cli: Cli, { from, to }: ExportOptions) =>
  withApplication(cli, async (application) => {
    await noteIfStopped(cli, application);
    for await (const csvRows of application
      .get(BooksQueries, { strict: false })
      .journalCsv(from, to)) {
      cli.interrupted.throwIfAborted();
      // The command line itself adds the last line break.
      cli.print(csvRows.slice(0, -1));
    }
  });

export const ledgerCommand = (cli: Cli): Command =>
  new Command('ledger').addCommand(
    new Command('export')
      .description('print the journal entries of a range of months as CSV, one line per account')
      .requiredOption('--from <month>', 'the first UTC month, such as 2027-01', monthOption)
      .requiredOption('--to <month>', 'the last UTC month, such as 2027-12', monthOption)
      .action((options: ExportOptions) => exportJournal(cli, options)),
  );
