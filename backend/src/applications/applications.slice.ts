import type { Slice } from '../slice.js';
import { applicationEvents } from './application.events.js';
import { ApplicationsModule } from './applications.module.js';
import { applicationMails, hostWelcomes } from './applications.process.js';
import { applications as applicationList } from './applications.projection.js';

export const applications: Slice = {
  name: 'applications',
  module: ApplicationsModule,
  events: [applicationEvents],
  projections: [applicationList],
  processes: [applicationMails, hostWelcomes],
};
