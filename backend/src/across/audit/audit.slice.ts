import { PERSONAL_DATA_READS } from '../../platform/http/personal-data-reads.js';
import { AuditController } from './audit.controller.js';
import { AuditQueries } from './audit.queries.js';
import { AuditNames } from './names.service.js';
import { NotedReads } from './personal-data-reads.service.js';
import { TimeMachine } from './time-machine.service.js';
import { audit as projection } from './audit.projection.js';
import { personalDataReadEvents } from './personal-data-reads.events.js';
import { defineSlice } from '../../platform/slice.js';

/** Who did what, when and why; what was at any time; and who read personal data of others. */
export const audit = defineSlice({
  name: 'audit',
  controllers: [AuditController],
  providers: [
    AuditNames,
    AuditQueries,
    NotedReads,
    TimeMachine,
    { provide: PERSONAL_DATA_READS, useExisting: NotedReads },
  ],
  exports: [PERSONAL_DATA_READS],
  events: [personalDataReadEvents],
  projections: [projection],
});
