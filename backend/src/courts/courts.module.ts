import { Module } from '@nestjs/common';
import { courtCommandHandlers } from './courts.commands.js';
import { CourtsController } from './courts.controller.js';
import { CourtQueries } from './courts.queries.js';
import { PhotosController } from './photos.controller.js';
import { Photos } from './photos.service.js';

/** Listings: who offers which court, what it is like and what it shows. */
@Module({
  controllers: [CourtsController, PhotosController],
  providers: [...courtCommandHandlers, CourtQueries, Photos],
  exports: [CourtQueries],
})
export class CourtsModule {}
