import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** `hosted` counts played hours; `answers` are recent response times in minutes. */
export type HostRecord = Readonly<{ hosted: number; answers: readonly number[] }>;

const MAX_ANSWERS = 20;

const newRecord: HostRecord = { hosted: 0, answers: [] };

const withAnswer = (
  hostRecord: HostRecord,
  requestedAt: string,
  answeredAt: string,
): HostRecord => ({
  ...hostRecord,
  answers: [
    ...hostRecord.answers,
    Math.round((Date.parse(answeredAt) - Date.parse(requestedAt)) / MINUTE_MS),
  ].slice(-MAX_ANSWERS),
});

/** Records by host id. An expired request counts with the time until it expired. */
export const hostRecords = defineProjection<HostRecord, BookingEvent>({
  name: 'hostRecords',
  version: 1,
  indexes: [],
  handles: ['BookingApproved', 'BookingCancelled', 'BookingCompleted'],
  key: ({ data }) => data.hostId,
  evolve(document, { type, data }) {
    const hostRecord = document ?? newRecord;
    switch (type) {
      case 'BookingApproved':
        return data.approvedBy === 'host'
          ? withAnswer(hostRecord, data.requestedAt, data.approvedAt)
          : hostRecord;
      case 'BookingCancelled':
        return data.reason === 'host_declined' || data.reason === 'host_did_not_answer'
          ? withAnswer(hostRecord, data.requestedAt, data.cancelledAt)
          : hostRecord;
      case 'BookingCompleted':
        return { ...hostRecord, hosted: hostRecord.hosted + 1 };
      case 'BookingRequested':
      case 'BookingPaymentAuthorised':
      case 'BookingLocalTimeChanged':
      case 'BookingMoved':
        return hostRecord;
    }
  },
  audience: () => [],
});

/** The median of recent response times in minutes; null before the first response. */
export const usualMinutes = ({ answers }: Pick<HostRecord, 'answers'>): number | null =>
  [...answers].sort((left, right) => left - right)[Math.floor(answers.length / 2)] ?? null;
