import { Module } from '@nestjs/common';
import { CourtsModule } from '../courts/courts.module.js';
import { PagesController } from './pages.controller.js';
import { Pages } from './pages.service.js';

/** The website's pages as they are served: what their heads say, and what robots read. */
@Module({ imports: [CourtsModule], controllers: [PagesController], providers: [Pages] })
export class PagesModule {}
