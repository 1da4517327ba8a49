import { Module } from '@nestjs/common';
import { PagesController } from './pages.controller.js';
import { Pages } from './pages.service.js';

/** The website's pages as they are served: what their heads say, and what robots read. */
@Module({ controllers: [PagesController], providers: [Pages] })
export class PagesModule {}
