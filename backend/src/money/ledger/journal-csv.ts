import { toMoney } from '@courtly/contracts/wire';
import { accounts } from './accounts.js';
import type { JournalEntry } from './journal.projection.js';

/** An entry with the `reference` of the journal document that contains it. */
export type ReferencedEntry = JournalEntry & Readonly<{ reference: string }>;

export const journalCsvHeader = [
  'Booked at (UTC)',
  'Month',
  'Event',
  'Event id',
  'Reference',
  'Account',
  'Account name',
  'Debit',
  'Credit',
];

/** One row per account. The debits and the credits of an entry have the same total. */
export const journalCsvRows = ({
  at,
  month,
  eventType,
  eventId,
  reference,
  lines,
}: ReferencedEntry): string[][] =>
  lines.map(({ account, amountCents }) => [
    at,
    month,
    eventType,
    eventId,
    reference,
    accounts[account].number,
    accounts[account].title,
    amountCents > 0 ? toMoney(amountCents) : '',
    amountCents < 0 ? toMoney(-amountCents) : '',
  ]);
