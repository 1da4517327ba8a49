import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { FounderEvent } from './founders.events.js';

/** Sold if `until` is null, otherwise held for a buyer until then (UTC). */
export type FounderSeat = Readonly<{ number: number; userId: string; until: string | null }>;

export type FounderCommand =
  | Message<'ReserveSeat', Readonly<{ userId: string; seats: number; at: string; until: string }>>
  | Message<'ReleaseSeat', Readonly<{ userId: string; until: string; at: string }>>
  | Message<'TakeSeat', Readonly<{ userId: string; seats: number; intentId: string; at: string }>>;

export const ALL_FOUNDERS = 'all';

export const seatOfUser = (
  founderSeats: readonly FounderSeat[],
  userId: string,
): FounderSeat | null => founderSeats.find((founderSeat) => founderSeat.userId === userId) ?? null;

/** From 1 to `seatCount`; null if all seats are sold or held. */
export const lowestFreeNumber = (
  founderSeats: readonly FounderSeat[],
  seatCount: number,
): number | null => {
  const takenNumbers = new Set(founderSeats.map(({ number }) => number));
  for (let number = 1; number <= seatCount; number++) if (!takenNumbers.has(number)) return number;
  return null;
};

/**
 * The founding seats, numbered from 1, each with one founder forever. A seat is held before its
 * payment is created. Only its own reservation releases it, once the payment can no longer succeed,
 * so no one pays for a lost seat (domain rules, G1 and G3).
 */
export const founders: Decider<readonly FounderSeat[], FounderCommand, FounderEvent> = {
  category: 'founders',
  initial: [],

  decide({ type, data }, founderSeats) {
    const { userId, at } = data;
    const ownSeat = seatOfUser(founderSeats, userId);
    switch (type) {
      case 'ReserveSeat': {
        if (ownSeat && ownSeat.until === null)
          throw new DomainError('wrong_status', 'You already have a founding seat.', {
            status: 'founder',
          });
        const { until } = data;
        const number = ownSeat?.number ?? requireFreeNumber(founderSeats, data.seats);
        return [{ type: 'FounderSeatReserved', data: { number, userId, reservedAt: at, until } }];
      }
      case 'ReleaseSeat':
        if (!ownSeat || ownSeat.until === null || ownSeat.until !== data.until) return [];
        return [
          { type: 'FounderSeatReleased', data: { number: ownSeat.number, userId, releasedAt: at } },
        ];
      case 'TakeSeat': {
        if (ownSeat?.until === null) return [];
        const number = ownSeat?.number ?? requireFreeNumber(founderSeats, data.seats);
        return [
          {
            type: 'FounderSeatTaken',
            data: { number, userId, intentId: data.intentId, takenAt: at },
          },
        ];
      }
    }
  },

  evolve(founderSeats, { type, data }) {
    const { number, userId } = data;
    const otherSeats = founderSeats.filter((founderSeat) => founderSeat.number !== number);
    if (type === 'FounderSeatReleased') return otherSeats;
    return [
      ...otherSeats,
      { number, userId, until: type === 'FounderSeatTaken' ? null : data.until },
    ];
  },
};

/** @throws DomainError not_on_sale */
const requireFreeNumber = (founderSeats: readonly FounderSeat[], seatCount: number): number => {
  const number = lowestFreeNumber(founderSeats, seatCount);
  if (number !== null) return number;
  throw new DomainError(
    'not_on_sale',
    'All founding seats are taken or held for people who are paying right now. Please try again in half an hour.',
  );
};
