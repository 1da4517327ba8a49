import type { Slice } from '../slice.js';
import { BookingsModule } from './bookings.module.js';
import { bookingDeadlines } from './bookings.process.js';
import { bookings as bookingList } from './bookings.projection.js';
import { courtDayEvents } from './court-day.events.js';
import { courtDays } from './court-days.projection.js';
import { playerRecords } from './player-records.projection.js';

export const bookings: Slice = {
  name: 'bookings',
  module: BookingsModule,
  events: [courtDayEvents],
  projections: [bookingList, courtDays, playerRecords],
  processes: [bookingDeadlines],
};
