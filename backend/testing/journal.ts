import { fold, inStream } from './projection.js';
import type { RecordedEvent } from '../src/platform/kernel/events.js';
import { type Amounts, addAmounts } from '../src/money/ledger/accounts.js';
import { type JournalDocument, journal } from '../src/money/ledger/journal.projection.js';

type JournalEvent = Parameters<typeof journal.key>[0];

export const log = (...events: readonly unknown[]): RecordedEvent<JournalEvent>[] =>
  inStream('log-all', ...(events as JournalEvent[]));

export const journalAfter = (...events: readonly unknown[]): JournalDocument | undefined =>
  [...fold(journal, ...log(...events)).values()][0];

export const amountsOf = ({ lines }: JournalDocument['entries'][number]): Amounts =>
  Object.fromEntries(lines.map(({ account, amountCents }) => [account, amountCents]));

export const sumOf = (entries: JournalDocument['entries']): Amounts =>
  entries.map(amountsOf).reduce(addAmounts, {});

export const balancesAfter = (...events: readonly unknown[]): Amounts =>
  sumOf(journalAfter(...events)?.entries ?? []);
