import { Module } from '@nestjs/common';
import { KeptAssets } from './kept-assets.service.js';
import { PagesController } from './pages.controller.js';
import { Pages } from './pages.service.js';

/**
 * The server-rendered heads of the website's pages, the files of earlier releases, robots.txt, and
 * the sitemap.
 */
@Module({ controllers: [PagesController], providers: [Pages, KeptAssets] })
export class PagesModule {}
