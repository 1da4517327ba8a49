import type { Slice } from '../slice.js';
import { courtEvents } from './court.events.js';
import { favouriteEvents } from './favourites.events.js';
import { favourites } from './favourites.projection.js';
import { courtInvitationEvents } from './court-invitations.events.js';
import { courtInvitations } from './court-invitations.projection.js';
import { CourtsModule } from './courts.module.js';
import { courts as courtList } from './courts.projection.js';

export const courts: Slice = {
  name: 'courts',
  module: CourtsModule,
  events: [courtEvents, courtInvitationEvents, favouriteEvents],
  projections: [courtList, courtInvitations, favourites],
};
