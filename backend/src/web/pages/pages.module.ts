import { Module } from '@nestjs/common';
import { PagesController } from './pages.controller.js';
import { Pages } from './pages.service.js';

/** The server-rendered heads of the website's pages, robots.txt, and the sitemap. */
@Module({ controllers: [PagesController], providers: [Pages] })
export class PagesModule {}
