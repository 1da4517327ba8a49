import { BookingSide } from '@courtly/contracts/bookings';
import { IncidentKind, WeatherReading, WeatherReason } from '@courtly/contracts/incidents';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { BookingParties } from '../../booking/bookings/booking.events.js';

const utcInstant = z.string();

/** Part of every incident event, so that projections and processes need nothing else. */
export const IncidentFields = BookingParties.extend({
  incidentId: z.string(),
  kind: IncidentKind,
  /** Who reported it. */
  side: BookingSide,
  startTime: utcInstant,
  endTime: utcInstant,
  zone: z.string(),
});

/**
 * A no-show report, a damage claim, or a weather claim about a booked hour. The stream is
 * `incident-<bookingId>.<kind>`. Each side has its own no-show report, whose id ends in the side.
 */
export const incidentEvents = defineEvents(['incident'], {
  IncidentReported: {
    version: 2,
    data: IncidentFields.extend({
      reportedBy: z.string(),
      words: z.string(),
      /** The claimed damage; null for other kinds. */
      amountCents: z.number().int().nullable(),
      weather: WeatherReason.nullable(),
      reading: WeatherReading.nullable(),
      policyId: z.string(),
      answerBy: utcInstant,
      /** How long an admin has to rule, if the other side disputes it. */
      rulingMinutes: z.number().int(),
      /** How long the player can move the hour once it is upheld. Only weather claims have it. */
      moveMinutes: z.number().int().optional(),
      /** Whether the other side has reported a no-show too. Then an admin rules on both. */
      isCounterReport: z.boolean(),
      reportedAt: utcInstant,
    }),
    personal: [{ of: 'reportedBy', erased: { words: '' }, isRemark: true }],
    upcasts: { 1: (olderData) => ({ ...olderData, isCounterReport: false }) },
  },
  IncidentAnswered: {
    version: 1,
    data: IncidentFields.extend({
      answeredBy: z.string(),
      agrees: z.boolean(),
      words: z.string(),
      answeredAt: utcInstant,
    }),
    personal: [{ of: 'answeredBy', erased: { words: '' }, isRemark: true }],
  },
  /**
   * The other side disputed it, reported the same, or did not answer a claim. An admin must rule by
   * `rulingBy`.
   */
  IncidentEscalated: {
    version: 1,
    data: IncidentFields.extend({ rulingBy: utcInstant, escalatedAt: utcInstant }),
  },
  /** No admin ruled by `rulingBy`. */
  IncidentOverdue: {
    version: 1,
    data: IncidentFields.extend({
      amountCents: z.number().int().nullable(),
      rulingBy: utcInstant,
      overdueAt: utcInstant,
    }),
  },
  /**
   * Earlier releases record only a strike for a no-show of the host, so they must not read this
   * event.
   */
  IncidentDecided: {
    version: 2,
    data: IncidentFields.extend({
      isUpheld: z.boolean(),
      by: z.enum(['agreement', 'time', 'admin']),
      /** The admin, the person who agreed, or the reporter if the deadline passed. */
      decidedBy: z.string(),
      /** Empty unless an admin decided. */
      reason: z.string(),
      decidedAt: utcInstant,
      /** The player can move the hour until then. Missing if it is refunded immediately. */
      moveBy: utcInstant.optional(),
    }),
    personal: [{ of: 'decidedBy', erased: { reason: '' }, isRemark: true }],
    upcasts: { 1: (storedData) => storedData },
  },
  /** The player wants the refund instead of another hour. */
  IncidentMoveDeclined: {
    version: 1,
    data: IncidentFields.extend({ declinedAt: utcInstant }),
  },
  /**
   * The decision was carried out: the hour is moved, the refund is ordered, or the strike is
   * recorded. Earlier releases know no moves, so they must not read it.
   */
  IncidentSettled: {
    version: 2,
    data: IncidentFields.extend({
      outcome: z.enum(['moved', 'cancelled', 'refund_ordered', 'strike_recorded', 'nothing']),
      refundCents: z.number().int(),
      settledAt: utcInstant,
    }),
    upcasts: { 1: (storedData) => storedData },
  },
});

export type IncidentEvent = EventOf<typeof incidentEvents>;
