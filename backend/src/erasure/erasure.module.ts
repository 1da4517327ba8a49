import { Module } from '@nestjs/common';
import { EraseAccountHandler } from './erase.commands.js';
import { ErasureSteps } from './erasure-steps.service.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureQueries } from './erasure.queries.js';
import { ExportQueries } from './export.queries.js';
import { RequestErasureHandler } from './request-erasure.commands.js';

/** Accounts that end, and what people take with them. */
@Module({
  controllers: [ErasureController],
  providers: [
    EraseAccountHandler,
    ErasureQueries,
    ErasureSteps,
    ExportQueries,
    RequestErasureHandler,
  ],
})
export class ErasureModule {}
