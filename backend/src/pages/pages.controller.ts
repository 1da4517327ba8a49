import { Controller, Get, Header } from '@nestjs/common';
import { Pages } from './pages.service.js';
import { robots, sitemap } from './sitemap.js';

/** What robots read first. Text and XML, not JSON, so beside the route table. */
@Controller()
export class PagesController {
  constructor(private readonly pages: Pages) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(): string {
    return robots(this.pages.base);
  }

  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemap(): Promise<string> {
    return sitemap(this.pages.base, await this.pages.courtIds());
  }
}
