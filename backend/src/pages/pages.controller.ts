import { Controller, Header } from '@nestjs/common';
import { feedRoutes } from '@courtly/contracts/feeds';
import { Handles } from '../edge/handles.js';
import { Pages } from './pages.service.js';
import { robots, sitemap } from './sitemap.js';

/** What robots read first. */
@Controller()
export class PagesController {
  constructor(private readonly pages: Pages) {}

  @Handles(feedRoutes.robots)
  @Header('Cache-Control', 'public, max-age=86400')
  robots(): string {
    return robots(this.pages.base);
  }

  @Handles(feedRoutes.sitemap)
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemap(): Promise<string> {
    return sitemap(this.pages.base, await this.pages.courtIds());
  }
}
