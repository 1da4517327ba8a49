import type { Slice } from '../slice.js';
import { claimEvents } from './claim.events.js';
import { IdentityModule } from './identity.module.js';
import { emailChangeEnds, emailChangeLinks, passwordNotices, passwordResets } from './identity.process.js';
import { people } from './people.projection.js';
import { userEvents } from './user.events.js';

export const identity: Slice = {
  name: 'identity',
  module: IdentityModule,
  events: [userEvents, claimEvents],
  projections: [people],
  processes: [passwordNotices, passwordResets, emailChangeLinks, emailChangeEnds],
};
