import { Module } from '@nestjs/common';
import { LedgerController } from './ledger.controller.js';
import { LedgerQueries } from './ledger.queries.js';

/** Where the money of every booking went. */
@Module({ controllers: [LedgerController], providers: [LedgerQueries] })
export class LedgerModule {}
