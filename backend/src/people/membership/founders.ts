import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { type FounderEvent, founderEvents } from './founders.events.js';

/** Sold if `until` is null, otherwise held for a buyer until then (UTC). */
export type FounderSeat = Readonly<{ number: number; userId: string; until: string | null }>;

export type FounderCommand =
  | Message<'ReserveSeat', Readonly<{ userId: string; seats: number; at: string; until: string }>>
  | Message<'ReleaseSeat', Readonly<{ userId: string; until: string; at: string }>>
  | Message<'TakeSeat', Readonly<{ userId: string; seats: number; intentId: string; at: string }>>
  | Message<'FreeSeat', Readonly<{ userId: string; at: string }>>
  | Message<
      'RestoreSeat',
      Readonly<{ userId: string; number: number; intentId: string; at: string }>
    >;

export const ALL_FOUNDERS = 'all';

export const seatOfUser = (
  founderSeats: readonly FounderSeat[],
  userId: string,
): FounderSeat | null => founderSeats.find((founderSeat) => founderSeat.userId === userId) ?? null;

export const isSold = (founderSeat: FounderSeat | null): boolean => founderSeat?.until === null;

/** Numbers start at 1 and end at `seatCount`. Null if all seats are sold or held. */
export const lowestFreeNumber = (
  founderSeats: readonly FounderSeat[],
  seatCount: number,
): number | null => {
  const takenNumbers = new Set(founderSeats.map(({ number }) => number));
  for (let number = 1; number <= seatCount; number++) if (!takenNumbers.has(number)) return number;
  return null;
};

/**
 * The founding seats, numbered from 1. A seat is held before its payment is created, and only
 * released once that can no longer succeed (G1, G3). A restored one keeps its number if free.
 */
export const founders: Decider<readonly FounderSeat[], FounderCommand, FounderEvent> & Live = {
  category: 'founders',
  liveEvents: founderEvents,
  initial: [],

  decide({ type, data }, founderSeats) {
    const { userId, at } = data;
    const ownSeat = seatOfUser(founderSeats, userId);
    switch (type) {
      case 'ReserveSeat': {
        if (isSold(ownSeat))
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
        if (isSold(ownSeat)) return [];
        const number = ownSeat?.number ?? requireFreeNumber(founderSeats, data.seats);
        return [
          {
            type: 'FounderSeatTaken',
            data: { number, userId, intentId: data.intentId, takenAt: at },
          },
        ];
      }
      case 'FreeSeat':
        if (!ownSeat || !isSold(ownSeat)) return [];
        return [
          { type: 'FounderSeatReleased', data: { number: ownSeat.number, userId, releasedAt: at } },
        ];
      case 'RestoreSeat': {
        if (isSold(ownSeat)) return [];
        const { intentId } = data;
        const isTaken = founderSeats.some(({ number }) => number === data.number);
        // The founder has paid, so the number may exceed the number of seats on sale.
        const freeNumber = isTaken ? lowestFreeNumber(founderSeats, Infinity)! : data.number;
        const number = ownSeat?.number ?? freeNumber;
        return [{ type: 'FounderSeatTaken', data: { number, userId, intentId, takenAt: at } }];
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
