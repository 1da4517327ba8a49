import { calendarRoutes } from '@courtly/contracts/calendar';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
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

  @RouteHandler(showCalendarFeed)
  show(@CurrentUser() { id }: Actor) {
    return this.calendars.feed(id);
  }

  @RouteHandler(openCalendarFeed)
  async open(@CurrentContext() context: CommandContext) {
    const opened = await this.commands.execute(new OpenCalendarFeedCommand({}, context));
    return opened.map((feed) => this.calendars.feedView(context.actor.id, feed));
  }

  @RouteHandler(closeCalendarFeed)
  close(@CurrentContext() context: CommandContext) {
    return this.commands.execute(new CloseCalendarFeedCommand({}, context));
  }

  @RouteHandler(readCalendarFeed)
  @Header('Cache-Control', 'private, no-store')
  read(@RouteInput() { params }: Input<typeof readCalendarFeed>) {
    return this.calendars.byToken(params.token);
  }

  @RouteHandler(bookingCalendar)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly.ics"')
  ofBooking(@RouteInput() { params }: Input<typeof bookingCalendar>, @CurrentUser() caller: Actor) {
    return this.calendars.ofBooking(params.bookingId, caller);
  }
}
