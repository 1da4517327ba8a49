import { Module } from '@nestjs/common';
import { AcceptWaiverHandler } from './waivers.commands.js';
import { WaiversController } from './waivers.controller.js';
import { WaiverQueries } from './waivers.queries.js';

/** The liability waiver: its text, and who accepted it when. */
@Module({ controllers: [WaiversController], providers: [AcceptWaiverHandler, WaiverQueries] })
export class WaiversModule {}
