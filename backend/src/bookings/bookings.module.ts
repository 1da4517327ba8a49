import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller.js';
import { AvailabilityQueries } from './availability.queries.js';
import { BookingsController } from './bookings.controller.js';
import { DecideBookingHandler, PassDeadlineHandler, RequestBookingHandler } from './bookings.commands.js';
import { BookingQueries } from './bookings.queries.js';
import { ChangeClosuresHandler } from './closures.commands.js';
import { FairUse } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';

/** Bookings, closures and what is free. */
@Module({
  controllers: [BookingsController, AvailabilityController],
  providers: [
    RequestBookingHandler,
    DecideBookingHandler,
    PassDeadlineHandler,
    ChangeClosuresHandler,
    BookingQueries,
    AvailabilityQueries,
    FairUse,
    NearestSlots,
  ],
})
export class BookingsModule {}
