import { defineSlice } from '../../platform/slice.js';
import { BookingRequestLoader } from './booking-request-loader.service.js';
import {
  CancelByHandHandler,
  DecideBookingHandler,
  PassDeadlineHandler,
} from './bookings.commands.js';
import { BookingsController } from './bookings.controller.js';
import { bookingDeadlines } from './bookings.process.js';
import { bookings as bookingList } from './bookings.projection.js';
import { BookingQueries } from './bookings.queries.js';
import { ChangeClosuresHandler, CloseDaysHandler } from './closures.commands.js';
import { CourtClosures } from './court-closures.service.js';
import { courtDayEvents } from './court-day.events.js';
import { courtDays } from './court-days.projection.js';
import { AnswerByEmailHandler } from './emailed-answers.commands.js';
import { EmailedAnswersController } from './emailed-answers.controller.js';
import { EmailedAnswers } from './emailed-answers.service.js';
import { FairUse } from './fair-use.service.js';
import { CompareLocalTimesHandler } from './local-times.commands.js';
import { localTimes } from './local-times.process.js';
import { MoveBookingHandler } from './move-booking.commands.js';
import { NearestSlots } from './nearest-slots.service.js';
import { PendingActions } from './pending-actions.service.js';
import { playerRecords } from './player-records.projection.js';
import { RequestBookingHandler } from './request-booking.commands.js';

export const bookings = defineSlice({
  name: 'bookings',
  controllers: [BookingsController, EmailedAnswersController],
  providers: [
    RequestBookingHandler,
    DecideBookingHandler,
    AnswerByEmailHandler,
    CancelByHandHandler,
    MoveBookingHandler,
    PassDeadlineHandler,
    ChangeClosuresHandler,
    CloseDaysHandler,
    CompareLocalTimesHandler,
    BookingQueries,
    BookingRequestLoader,
    CourtClosures,
    EmailedAnswers,
    FairUse,
    NearestSlots,
    PendingActions,
  ],
  exports: [EmailedAnswers],
  events: [courtDayEvents],
  projections: [bookingList, courtDays, playerRecords],
  processes: [bookingDeadlines, localTimes],
});
