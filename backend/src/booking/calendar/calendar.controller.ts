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
    private readonly commandBus: CommandBus,
    private readonly calendarQueries: CalendarQueries,
  ) {}

  @RouteHandler(showCalendarFeed)
  showFeed(@CurrentUser() { id: userId }: Actor) {
    return this.calendarQueries.showFeed(userId);
  }

  @RouteHandler(openCalendarFeed)
  async openFeed(@CurrentContext() commandContext: CommandContext) {
    const openedFeed = await this.commandBus.execute(
      new OpenCalendarFeedCommand({}, commandContext),
    );
    return openedFeed.map(({ open }) =>
      this.calendarQueries.feedView(commandContext.actor.id, open),
    );
  }

  @RouteHandler(closeCalendarFeed)
  closeFeed(@CurrentContext() commandContext: CommandContext) {
    return this.commandBus.execute(new CloseCalendarFeedCommand({}, commandContext));
  }

  @RouteHandler(readCalendarFeed)
  @Header('Cache-Control', 'private, no-store')
  readCalendar(@RouteInput() { params }: Input<typeof readCalendarFeed>) {
    return this.calendarQueries.calendarByToken(params.token);
  }

  @RouteHandler(bookingCalendar)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly.ics"')
  bookingCalendar(
    @RouteInput() { params }: Input<typeof bookingCalendar>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.calendarQueries.bookingCalendar(params.bookingId, currentUser);
  }
}
