import { Global, Module } from '@nestjs/common';
import { PERSONAL_DATA_READS } from '../edge/personal-data-reads.js';
import { AuditController } from './audit.controller.js';
import { AuditQueries } from './audit.queries.js';
import { AuditNames } from './names.service.js';
import { NotedReads } from './personal-data-reads.service.js';
import { TimeMachine } from './time-machine.service.js';

/** Who did what, when and why; what was at any time; and who read personal data of others. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditNames,
    AuditQueries,
    NotedReads,
    TimeMachine,
    { provide: PERSONAL_DATA_READS, useExisting: NotedReads },
  ],
  exports: [PERSONAL_DATA_READS],
})
export class AuditModule {}
