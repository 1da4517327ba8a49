import { Module } from '@nestjs/common';
import { CloseCalendarFeedHandler, OpenCalendarFeedHandler } from './calendar.commands.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarQueries } from './calendar.queries.js';
import { FeedTokens } from './feed-tokens.service.js';

/** Bookings in the calendars of other programs. */
@Module({
  controllers: [CalendarController],
  providers: [CalendarQueries, CloseCalendarFeedHandler, FeedTokens, OpenCalendarFeedHandler],
})
export class CalendarModule {}
