import { calendarRoutes } from '@courtly/contracts/calendar';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { CloseCalendarFeedCommand, OpenCalendarFeedCommand } from './calendar.commands.js';
import { CalendarQueries } from './calendar.queries.js';

const { showCalendarFeed, openCalendarFeed, closeCalendarFeed, readCalendarFeed, bookingCalendar } =
  calendarRoutes;

@Controller()
export class CalendarController {
  constructor(
    private readonly commands: CommandBus,
    private readonly calendars: CalendarQueries,
  ) {}

  @Handles(showCalendarFeed)
  show(@Caller() { id }: Actor) {
    return this.calendars.feed(id);
  }

  @Handles(openCalendarFeed)
  async open(@Given() context: CommandContext) {
    const opened = await this.commands.execute(new OpenCalendarFeedCommand({}, context));
    return opened.map((feed) => this.calendars.feedView(context.actor.id, feed));
  }

  @Handles(closeCalendarFeed)
  close(@Given() context: CommandContext) {
    return this.commands.execute(new CloseCalendarFeedCommand({}, context));
  }

  @Handles(readCalendarFeed)
  @Header('Cache-Control', 'private, no-store')
  read(@Received() { params }: Input<typeof readCalendarFeed>) {
    return this.calendars.byToken(params.token);
  }

  @Handles(bookingCalendar)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly.ics"')
  ofBooking(@Received() { params }: Input<typeof bookingCalendar>, @Caller() caller: Actor) {
    return this.calendars.ofBooking(params.bookingId, caller);
  }
}
