import { defineSlice } from '../../platform/slice.js';
import { calendarFeedEvents } from './calendar-feed.events.js';
import { CloseCalendarFeedHandler, OpenCalendarFeedHandler } from './calendar.commands.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarQueries } from './calendar.queries.js';
import { FeedTokens } from './feed-tokens.service.js';

export const calendar = defineSlice({
  name: 'calendar',
  controllers: [CalendarController],
  providers: [CalendarQueries, CloseCalendarFeedHandler, FeedTokens, OpenCalendarFeedHandler],
  events: [calendarFeedEvents],
  projections: [],
});
