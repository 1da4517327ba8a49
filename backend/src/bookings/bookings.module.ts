import { Global, Module } from '@nestjs/common';
import { COURT_GUESTS } from '../courts/court-guests.js';
import { AvailabilityController } from './availability.controller.js';
import { AvailabilityQueries } from './availability.queries.js';
import { BookingsController } from './bookings.controller.js';
import {
  CancelByHandHandler,
  DecideBookingHandler,
  PassDeadlineHandler,
} from './bookings.commands.js';
import { BookingQueries } from './bookings.queries.js';
import { ChangeClosuresHandler, CloseDaysHandler } from './closures.commands.js';
import { FairUse } from './fair-use.service.js';
import { Guests } from './guests.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { RequestBookingHandler } from './request-booking.commands.js';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';

/** Bookings, closures and what is free. */
@Global()
@Module({
  controllers: [BookingsController, AvailabilityController, SearchController],
  providers: [
    RequestBookingHandler,
    DecideBookingHandler,
    CancelByHandHandler,
    PassDeadlineHandler,
    ChangeClosuresHandler,
    CloseDaysHandler,
    BookingQueries,
    AvailabilityQueries,
    FairUse,
    NearestSlots,
    SearchQueries,
    { provide: COURT_GUESTS, useClass: Guests },
  ],
  exports: [COURT_GUESTS],
})
export class BookingsModule {}
