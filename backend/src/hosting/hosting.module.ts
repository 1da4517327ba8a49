import { Module } from '@nestjs/common';
import { HostingController } from './hosting.controller.js';
import { HostingQueries } from './hosting.queries.js';

/** What courts bring their hosts. */
@Module({ controllers: [HostingController], providers: [HostingQueries] })
export class HostingModule {}
