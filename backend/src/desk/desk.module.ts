import { Module } from '@nestjs/common';
import { DeskController } from './desk.controller.js';
import { DeskQueries } from './desk.queries.js';

/** What admins see on their desk that stands with several slices. */
@Module({ controllers: [DeskController], providers: [DeskQueries] })
export class DeskModule {}
