import type { DatabaseSync } from 'node:sqlite';
import { paidBookingFields } from '../money/payments/paid-fields.js';
import type { PayoutEvent } from '../money/payouts/payout.events.js';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import { MINUTE_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type Check, instantAfter, problemList } from './check.js';

const categories = ['payment', 'payout'];
const fieldNames = Object.keys(paidBookingFields);

type RequestedFields = Readonly<Record<string, unknown>> &
  Readonly<{
    bookingId: string;
    hostId: string;
    endTime: string;
    terms: Readonly<{ payoutDelayMinutes: number }>;
  }>;

/**
 * Checks the booking fields that payment and payout events repeat. They must equal the request's,
 * because the ledger, statements, and revenue use them. A host must be paid on their own account.
 */
export const bookingFieldsChecker = (spillDatabase: DatabaseSync): Check => {
  const requests = new SpilledMap<RequestedFields>(spillDatabase, 'fields of requests');
  const accountsByHost = new SpilledMap<string>(spillDatabase, 'payout accounts');

  const transferProblems = (
    { hostId, endTime, terms }: RequestedFields,
    { accountId, dueAt }: Extract<PayoutEvent, { type: 'PayoutTransferred' }>['data'],
  ) => {
    const hostAccount = accountsByHost.get(hostId);
    const expectedDueAt = instantAfter(endTime, terms.payoutDelayMinutes * MINUTE_MS);
    return problemList(
      accountId !== hostAccount &&
        `its host is paid on account ${accountId}, but the host has ${hostAccount ?? 'none'}`,
      dueAt !== expectedDueAt && `its payout is due at ${expectedDueAt}, not ${dueAt}`,
    );
  };

  const checkMoneyEvent = ({ type, data }: RecordedEvent): string[] => {
    const stated = data as Readonly<Record<string, unknown>> & Readonly<{ bookingId: string }>;
    const request = requests.get(stated.bookingId);
    if (!request) return [];
    return [
      ...fieldNames
        .filter((field) => stated[field] !== request[field])
        .map(
          (field) =>
            `the ${field} of ${type} is ${String(stated[field])}, not ${String(request[field])}`,
        ),
      ...(type === 'PayoutTransferred' ? transferProblems(request, stated as never) : []),
    ];
  };

  return (event) => {
    const { type } = event;
    if (type === 'PayoutAccountOpened') {
      const { hostId, accountId } = event.data as { hostId: string; accountId: string };
      if (!accountsByHost.has(hostId)) accountsByHost.set(hostId, accountId);
      return [];
    }
    const data = event.data as RequestedFields;
    if (type === 'BookingRequested') {
      if (!requests.has(data.bookingId)) requests.set(data.bookingId, data);
      return [];
    }
    if (type === 'BookingMoved') {
      const request = requests.get(data.bookingId);
      const { startTime, endTime } = data;
      if (request) requests.set(data.bookingId, { ...request, startTime, endTime });
      return [];
    }
    if (!categories.includes(categoryOf(event.stream))) return [];
    return checkMoneyEvent(event).map((problem) => `booking ${data.bookingId}: ${problem}`);
  };
};
