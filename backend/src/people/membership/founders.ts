import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { FounderEvent } from './founders.events.js';

/** A founding seat: taken for good where `until` is null, else kept for a buyer until then (UTC). */
export type Seat = Readonly<{ number: number; userId: string; until: string | null }>;

export type FounderCommand =
  | Message<'ReserveSeat', Readonly<{ userId: string; seats: number; at: string; until: string }>>
  | Message<'ReleaseSeat', Readonly<{ userId: string; until: string; at: string }>>
  | Message<'TakeSeat', Readonly<{ userId: string; seats: number; intentId: string; at: string }>>;

/** The id of the one stream. */
export const ALL_FOUNDERS = 'all';

export const seatOf = (seats: readonly Seat[], userId: string): Seat | null =>
  seats.find((seat) => seat.userId === userId) ?? null;

/** The lowest number that nobody has, of 1 to `most`; null where all are taken or kept. */
export const nextNumber = (seats: readonly Seat[], most: number): number | null => {
  const held = new Set(seats.map(({ number }) => number));
  for (let number = 1; number <= most; number++) if (!held.has(number)) return number;
  return null;
};

/**
 * The founding seats, numbered from 1, each with one founder for good. A buyer's seat is kept before there is a payment, and
 * is released only by the reservation that it was kept under, once its payment can no longer succeed: so nobody pays for a
 * seat that is gone (domain rules, G1 and G3).
 */
export const founders: Decider<readonly Seat[], FounderCommand, FounderEvent> = {
  category: 'founders',
  initial: [],

  decide({ type, data }, seats) {
    const { userId, at } = data;
    const own = seatOf(seats, userId);
    switch (type) {
      case 'ReserveSeat': {
        if (own && own.until === null)
          throw new DomainError('wrong_status', 'You have a founding seat already.', {
            status: 'founder',
          });
        const { until } = data;
        const number = own?.number ?? freeNumber(seats, data.seats);
        return [{ type: 'FounderSeatReserved', data: { number, userId, reservedAt: at, until } }];
      }
      case 'ReleaseSeat':
        if (!own || own.until === null || own.until !== data.until) return [];
        return [
          { type: 'FounderSeatReleased', data: { number: own.number, userId, releasedAt: at } },
        ];
      case 'TakeSeat': {
        if (own?.until === null) return [];
        const number = own?.number ?? freeNumber(seats, data.seats);
        return [
          {
            type: 'FounderSeatTaken',
            data: { number, userId, intentId: data.intentId, takenAt: at },
          },
        ];
      }
    }
  },

  evolve(seats, { type, data }) {
    const { number, userId } = data;
    const others = seats.filter((seat) => seat.number !== number);
    if (type === 'FounderSeatReleased') return others;
    return [...others, { number, userId, until: type === 'FounderSeatTaken' ? null : data.until }];
  },
};

/** @throws DomainError not_on_sale */
const freeNumber = (seats: readonly Seat[], most: number): number => {
  const number = nextNumber(seats, most);
  if (number !== null) return number;
  throw new DomainError(
    'not_on_sale',
    'Every founding seat is taken, or kept for somebody who is paying right now. Try again in half an hour.',
  );
};
