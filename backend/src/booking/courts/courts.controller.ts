import { Controller, Headers, Inject, Res, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { availabilityRoutes } from '@courtly/contracts/availability';
import { type CourtDetail, courtRoutes } from '@courtly/contracts/courts';
import { reviewRoutes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import type { Court } from './court.js';
import { courtDetail } from './court-view.js';
import {
  ChangeCourtCommand,
  ListCourtCommand,
  SetCourtHoursCommand,
  ShowOrHideCourtCommand,
} from './courts.commands.js';
import { CourtReviews } from './court-reviews.queries.js';
import { ListedCourts } from './listed-courts.service.js';
import { CourtQueries } from './courts.queries.js';
import type { UploadedPhoto } from '../../people/photos/photos.js';

const { listCourts, showCourt, listCourt, changeCourt, activateCourt, ownerCourts, hostCourts } =
  courtRoutes;
const { setHours } = availabilityRoutes;
const { courtReviews } = reviewRoutes;

@Controller()
export class CourtsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly courtQueries: CourtQueries,
    private readonly courtReviews: CourtReviews,
    private readonly listedCourts: ListedCourts,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(listCourts)
  async listCourts(
    @RouteInput() { query }: Input<typeof listCourts>,
    @CurrentUser() currentUser: Actor,
    @Headers('Courtly-After') afterPosition: string | undefined,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const isShared = currentUser.role === 'visitor' && !afterPosition;
    return isShared
      ? sendPage(httpResponse, await this.courtQueries.sharedList(query))
      : sendPage(httpResponse, await this.courtQueries.listCourts(query, currentUser));
  }

  @RouteHandler(showCourt)
  showCourt(@RouteInput() { params }: Input<typeof showCourt>, @CurrentUser() currentUser: Actor) {
    return this.courtQueries.showCourt(params.courtId, currentUser);
  }

  @RouteHandler(courtReviews)
  async listReviews(
    @RouteInput() { params, query }: Input<typeof courtReviews>,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { items, next } = await this.courtReviews.reviewsPage(params.courtId, query);
    return sendPage(httpResponse, { items: [...items], next, total: null });
  }

  @RouteHandler(listCourt)
  async listCourt(
    @RouteInput() { body }: Input<typeof listCourt>,
    @UploadedFiles() uploadedPhotos: UploadedPhoto[] | undefined,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.ownCourtView(
      await this.commandBus.execute(
        new ListCourtCommand({ form: body, photos: uploadedPhotos ?? [] }, commandContext),
      ),
    );
  }

  @RouteHandler(changeCourt)
  async changeCourt(
    @RouteInput() { params, body }: Input<typeof changeCourt>,
    @UploadedFiles() uploadedPhotos: UploadedPhoto[] | undefined,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.ownCourtView(
      await this.commandBus.execute(
        new ChangeCourtCommand(
          { courtId: params.courtId, form: body, photos: uploadedPhotos ?? [] },
          commandContext,
        ),
      ),
    );
  }

  @RouteHandler(setHours)
  async setHours(
    @RouteInput() { params, body }: Input<typeof setHours>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { weeklyHours, policy, version } = body;
    return this.ownCourtView(
      await this.commandBus.execute(
        new SetCourtHoursCommand(
          { courtId: params.courtId, weeklyHours, bookingRules: policy, version },
          commandContext,
        ),
      ),
    );
  }

  @RouteHandler(activateCourt)
  async showOrHide(
    @RouteInput() { params, body }: Input<typeof activateCourt>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.ownCourtView(
      await this.commandBus.execute(
        new ShowOrHideCourtCommand(
          { courtId: params.courtId, isActive: body.isActive },
          commandContext,
        ),
      ),
    );
  }

  @RouteHandler(ownerCourts)
  async listOwnerCourts(
    @RouteInput() { query }: Input<typeof ownerCourts>,
    @CurrentUser() currentUser: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.courtQueries.courtsOfHost(currentUser, query));
  }

  @RouteHandler(hostCourts)
  async listHostCourts(
    @RouteInput() { query }: Input<typeof hostCourts>,
    @CurrentUser() currentUser: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.courtQueries.courtsOfHost(currentUser, query));
  }

  private async ownCourtView(
    changedCourt: CommandResult<Court>,
  ): Promise<CommandResult<CourtDetail>> {
    const { hostId } = changedCourt.value;
    const awaitsApproval = await this.listedCourts.ownAwaitApproval(hostId);
    const readerAccess = { elite: false, invited: false, awaitsApproval };
    return changedCourt.map((changedState) =>
      courtDetail(changedState, this.config.policy, 'host', this.clock.instant(), readerAccess),
    );
  }
}
