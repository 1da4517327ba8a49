import type { Slice } from '../slice.js';
import { adminRollEvents } from './admin-roll.events.js';
import { claimEvents } from './claim.events.js';
import { IdentityModule } from './identity.module.js';
import {
  emailChangeEnds,
  emailChangeLinks,
  passwordNotices,
  passwordResets,
  suspensions,
} from './identity.process.js';
import { people } from './people.projection.js';
import { userEvents } from './user.events.js';

export const identity: Slice = {
  name: 'identity',
  module: IdentityModule,
  events: [userEvents, claimEvents, adminRollEvents],
  projections: [people],
  processes: [passwordNotices, passwordResets, emailChangeLinks, emailChangeEnds, suspensions],
};
