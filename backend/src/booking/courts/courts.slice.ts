import { courtCommandHandlers } from './courts.commands.js';
import { CourtsController } from './courts.controller.js';
import { CourtPhotos } from './court-photos.service.js';
import { CourtReviews } from './court-reviews.queries.js';
import { CourtQueries } from './courts.queries.js';
import { ListedCourts } from './listed-courts.service.js';
import { ChangeHidingHandler, NoteCityHandler } from './admin-courts.commands.js';
import { AdminCourtsController } from './admin-courts.controller.js';
import { AdminCourtQueries } from './admin-courts.queries.js';
import { FavouritesController } from './favourites.controller.js';
import { favouriteCommandHandlers } from './favourites.commands.js';
import { InvitationTokens } from './invitation-tokens.service.js';
import { invitationCommandHandlers } from './invitations.commands.js';
import { invitationEmails, invitationErasures } from './invitations.process.js';
import { InvitationsController } from './invitations.controller.js';
import { PhotosController } from './photos.controller.js';
import { courtEvents } from './court.events.js';
import { favouriteEvents } from './favourites.events.js';
import { favourites } from './favourites.projection.js';
import { courtInvitationEvents } from './court-invitations.events.js';
import { courtInvitations } from './court-invitations.projection.js';
import { courts as courtList } from './courts.projection.js';
import { suspendedPeople } from './suspended-people.projection.js';
import { defineSlice } from '../../platform/slice.js';

export const courts = defineSlice({
  name: 'courts',
  controllers: [
    AdminCourtsController,
    CourtsController,
    FavouritesController,
    InvitationsController,
    PhotosController,
  ],
  providers: [
    ...[ChangeHidingHandler, NoteCityHandler],
    AdminCourtQueries,
    ...courtCommandHandlers,
    ...invitationCommandHandlers,
    ...favouriteCommandHandlers,
    InvitationTokens,
    CourtPhotos,
    CourtQueries,
    CourtReviews,
    ListedCourts,
  ],
  exports: [CourtQueries, ListedCourts],
  events: [courtEvents, courtInvitationEvents, favouriteEvents],
  projections: [courtList, courtInvitations, favourites, suspendedPeople],
  processes: [invitationEmails, invitationErasures],
});
