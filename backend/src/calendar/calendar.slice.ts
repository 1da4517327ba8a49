import type { Slice } from '../slice.js';
import { calendarFeedEvents } from './calendar-feed.events.js';
import { CalendarModule } from './calendar.module.js';

export const calendar: Slice = {
  name: 'calendar',
  module: CalendarModule,
  events: [calendarFeedEvents],
  projections: [],
};
