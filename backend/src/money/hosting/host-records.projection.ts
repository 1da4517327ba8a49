import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** How somebody has hosted: hours that were played on their courts, and how many minutes their last answers took. */
export type HostRecord = Readonly<{ hosted: number; answers: readonly number[] }>;

/** Older answers say little of a host today. */
const REMEMBERED = 20;

const NEW: HostRecord = { hosted: 0, answers: [] };

const answered = (record: HostRecord, requestedAt: string, at: string): HostRecord => ({
  ...record,
  answers: [
    ...record.answers,
    Math.round((Date.parse(at) - Date.parse(requestedAt)) / MINUTE_MS),
  ].slice(-REMEMBERED),
});

/** The record of each host, by their id. A request that a host lets run out took all the time that there was. */
export const hostRecords = defineProjection<HostRecord, BookingEvent>({
  name: 'hostRecords',
  version: 1,
  indexes: [],
  handles: ['BookingApproved', 'BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.hostId,
  evolve(document, { type, data }) {
    const record = document ?? NEW;
    switch (type) {
      case 'BookingApproved':
        return data.approvedBy === 'host'
          ? answered(record, data.requestedAt, data.approvedAt)
          : record;
      case 'BookingCancelled':
        return data.reason === 'host_declined' || data.reason === 'host_did_not_answer'
          ? answered(record, data.requestedAt, data.cancelledAt)
          : record;
      case 'BookingCompleted':
        return { ...record, hosted: record.hosted + 1 };
      case 'BookingRequested':
      case 'BookingPaymentAuthorised':
        return record;
    }
  },
});

/** The median of the minutes that the last answers took; null before the first. */
export const usualMinutes = ({ answers }: Pick<HostRecord, 'answers'>): number | null =>
  [...answers].sort((a, b) => a - b)[Math.floor(answers.length / 2)] ?? null;
