import { PERSONAL_DATA_READS } from '../../platform/http/personal-data-reads.js';
import { defineSlice } from '../../platform/slice.js';
import { AuditController } from './audit.controller.js';
import { audit as projection } from './audit.projection.js';
import { AuditQueries } from './audit.queries.js';
import { AuditNames } from './names.service.js';
import { personalDataReadEvents } from './personal-data-reads.events.js';
import { PersonalDataReadRecorder } from './personal-data-reads.service.js';
import { TimeMachine } from './time-machine.service.js';

/** The audit trail, past states, and records of who has read personal data. */
export const audit = defineSlice({
  name: 'audit',
  controllers: [AuditController],
  providers: [
    AuditNames,
    AuditQueries,
    PersonalDataReadRecorder,
    TimeMachine,
    { provide: PERSONAL_DATA_READS, useExisting: PersonalDataReadRecorder },
  ],
  exports: [PERSONAL_DATA_READS],
  events: [personalDataReadEvents],
  projections: [projection],
});
