import type { FounderEvent } from '../src/people/membership/founders.events.js';
import type { FounderSeat } from '../src/people/membership/founders.js';
import type { Membership } from '../src/people/membership/membership.js';
import {
  type MembershipDocument,
  memberships,
} from '../src/people/membership/memberships.projection.js';
import { ANN, NOON } from './membership.js';
import { inStream } from './projection.js';

const seatEvent = (founderSeat: FounderSeat | null): FounderEvent => {
  const { number, userId, until } = founderSeat ?? { number: 47, userId: ANN, until: null };
  if (founderSeat === null)
    return { type: 'FounderSeatReleased', data: { number, userId, releasedAt: NOON } };
  return until === null
    ? { type: 'FounderSeatTaken', data: { number, userId, intentId: 'pi_1', takenAt: NOON } }
    : { type: 'FounderSeatReserved', data: { number, userId, reservedAt: NOON, until } };
};

/** The document of a membership with a seat, whose last change was at noon. */
export const memberDocument = (
  state: Membership | null,
  founderSeat: FounderSeat | null,
): MembershipDocument => {
  const [recorded] = inStream('founders-all', seatEvent(founderSeat));
  return memberships.evolve(state as MembershipDocument | null, recorded!, ANN)!;
};
