import type { Slice } from '../slice.js';
import { founderEvents } from './founders.events.js';
import { founderSeats } from './founder-seats.projection.js';
import { membershipEvents } from './membership.events.js';
import { MembershipModule } from './membership.module.js';
import {
  firstReminders,
  lastReminders,
  membershipMails,
  membershipProcess,
  seatReservations,
} from './membership.process.js';
import { memberships } from './memberships.projection.js';

export const membership: Slice = {
  name: 'membership',
  module: MembershipModule,
  events: [membershipEvents, founderEvents],
  projections: [memberships, founderSeats],
  processes: [membershipProcess, seatReservations, membershipMails, firstReminders, lastReminders],
};
