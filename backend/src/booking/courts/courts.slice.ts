import { defineSlice } from '../../platform/slice.js';
import { ChangeHidingHandler, NoteCityHandler } from './admin-courts.commands.js';
import { AdminCourtsController } from './admin-courts.controller.js';
import { AdminCourtQueries } from './admin-courts.queries.js';
import { courtInvitationEvents } from './court-invitations.events.js';
import { courtInvitations } from './court-invitations.projection.js';
import { CourtPhotos } from './court-photos.service.js';
import { CourtReviews } from './court-reviews.queries.js';
import { courtEvents } from './court.events.js';
import {
  ChangeCourtHandler,
  ListCourtHandler,
  SetCourtHoursHandler,
  ShowOrHideCourtHandler,
} from './courts.commands.js';
import { CourtsController } from './courts.controller.js';
import { courts as courtList } from './courts.projection.js';
import { CourtQueries } from './courts.queries.js';
import { ChangeFavouritesHandler } from './favourites.commands.js';
import { FavouritesController } from './favourites.controller.js';
import { favouriteEvents } from './favourites.events.js';
import { favourites } from './favourites.projection.js';
import { SendInvitationEmailHandler } from './invitation-emails.commands.js';
import { InvitationTokens } from './invitation-tokens.service.js';
import {
  AcceptInvitationHandler,
  EraseInvitationEmailsHandler,
  InviteGuestHandler,
  RevokeInvitationHandler,
  SendInvitationAgainHandler,
} from './invitations.commands.js';
import { InvitationsController } from './invitations.controller.js';
import { invitationEmails, invitationErasures } from './invitations.process.js';
import { ListedCourts } from './listed-courts.service.js';
import { PhotosController } from './photos.controller.js';
import { suspendedPeople } from './suspended-people.projection.js';

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
    ChangeHidingHandler,
    NoteCityHandler,
    AdminCourtQueries,
    ListCourtHandler,
    ChangeCourtHandler,
    SetCourtHoursHandler,
    ShowOrHideCourtHandler,
    EraseInvitationEmailsHandler,
    InviteGuestHandler,
    SendInvitationAgainHandler,
    RevokeInvitationHandler,
    AcceptInvitationHandler,
    SendInvitationEmailHandler,
    ChangeFavouritesHandler,
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
