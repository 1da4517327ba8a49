import { Module } from '@nestjs/common';
import { courtCommandHandlers } from './courts.commands.js';
import { CourtsController } from './courts.controller.js';
import { CourtPhotos } from './court-photos.service.js';
import { CourtReviews } from './court-reviews.queries.js';
import { CourtQueries } from './courts.queries.js';
import { ChangeHidingHandler } from './desk-courts.commands.js';
import { DeskCourtsController } from './desk-courts.controller.js';
import { DeskCourtQueries } from './desk-courts.queries.js';
import { FavouritesController } from './favourites.controller.js';
import { favouriteCommandHandlers } from './favourites.commands.js';
import { InvitationTokens } from './invitation-tokens.service.js';
import { invitationCommandHandlers } from './invitations.commands.js';
import { InvitationsController } from './invitations.controller.js';
import { PhotosController } from './photos.controller.js';

/** Listings: who offers which court, what it is like and what it shows. */
@Module({
  controllers: [
    DeskCourtsController,
    CourtsController,
    FavouritesController,
    InvitationsController,
    PhotosController,
  ],
  providers: [
    ChangeHidingHandler,
    DeskCourtQueries,
    ...courtCommandHandlers,
    ...invitationCommandHandlers,
    ...favouriteCommandHandlers,
    InvitationTokens,
    CourtPhotos,
    CourtQueries,
    CourtReviews,
  ],
  exports: [CourtQueries],
})
export class CourtsModule {}
