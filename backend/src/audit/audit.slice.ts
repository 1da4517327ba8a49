import type { Slice } from '../slice.js';
import { AuditModule } from './audit.module.js';
import { audit as projection } from './audit.projection.js';
import { personalDataReadEvents } from './personal-data-reads.events.js';

export const audit: Slice = {
  name: 'audit',
  module: AuditModule,
  events: [personalDataReadEvents],
  projections: [projection],
};
