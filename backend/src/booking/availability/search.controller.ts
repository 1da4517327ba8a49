import { Controller, Headers, Res } from '@nestjs/common';
import type { Input } from '@courtly/contracts/route';
import { searchRoutes } from '@courtly/contracts/search';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { SearchQueries } from './search.queries.js';

const { searchCourts, searchDays } = searchRoutes;

@Controller()
export class SearchController {
  constructor(private readonly searchQueries: SearchQueries) {}

  @RouteHandler(searchCourts)
  async searchCourts(
    @RouteInput() { query }: Input<typeof searchCourts>,
    @CurrentUser() currentUser: Actor,
    @Headers('Courtly-After') afterPosition: string | undefined,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const isShared = !afterPosition && !query.favourites;
    return sendPage(
      httpResponse,
      await (isShared
        ? this.searchQueries.sharedSearch(query)
        : this.searchQueries.search(query, currentUser)),
    );
  }

  @RouteHandler(searchDays)
  async searchDays(
    @RouteInput() { query }: Input<typeof searchDays>,
    @CurrentUser() currentUser: Actor,
    @Headers('Courtly-After') afterPosition: string | undefined,
  ) {
    return afterPosition || query.favourites
      ? this.searchQueries.freeDays(query, currentUser)
      : this.searchQueries.sharedFreeDays(query);
  }
}
