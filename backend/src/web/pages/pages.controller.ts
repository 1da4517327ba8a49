import { Controller, Header } from '@nestjs/common';
import { feedRoutes } from '@courtly/contracts/feeds';
import { ListedCourts } from '../../booking/courts/listed-courts.service.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { Pages } from './pages.service.js';
import { robotsText, sitemapXml } from './sitemap.js';

/** Serves robots.txt and the sitemap. */
@Controller()
export class PagesController {
  constructor(
    private readonly pages: Pages,
    private readonly listedCourts: ListedCourts,
    private readonly responseCache: ResponseCache,
  ) {}

  @RouteHandler(feedRoutes.robots)
  @Header('Cache-Control', 'public, max-age=86400')
  robots(): string {
    return robotsText(this.pages.base);
  }

  @RouteHandler(feedRoutes.sitemap)
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemap(): Promise<string> {
    const makeText = async () =>
      Buffer.from(sitemapXml(this.pages.base, await this.pages.courtIds()));
    return (
      await this.responseCache.getOrMake('sitemap', this.listedCourts.sources, makeText)
    ).toString();
  }
}
