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
import { CourtQueries } from './courts.queries.js';
import type { UploadedPhoto } from '../../people/photos/photos.js';

const { listCourts, showCourt, listCourt, changeCourt, activateCourt, ownerCourts, hostCourts } =
  courtRoutes;
const { setHours } = availabilityRoutes;
const { courtReviews } = reviewRoutes;

@Controller()
export class CourtsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly courts: CourtQueries,
    private readonly reviews: CourtReviews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(listCourts)
  async list(
    @RouteInput() { query }: Input<typeof listCourts>,
    @CurrentUser() reader: Actor,
    @Headers('Courtly-After') after: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isShared = reader.role === 'visitor' && !after;
    return isShared
      ? sendPage(response, await this.courts.sharedList(query))
      : sendPage(response, await this.courts.list(query, reader));
  }

  @RouteHandler(showCourt)
  show(@RouteInput() { params }: Input<typeof showCourt>, @CurrentUser() reader: Actor) {
    return this.courts.show(params.courtId, reader);
  }

  @RouteHandler(courtReviews)
  async ofCourt(
    @RouteInput() { params, query }: Input<typeof courtReviews>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await this.reviews.page(params.courtId, query);
    return sendPage(response, { items: [...items], next, total: null });
  }

  @RouteHandler(listCourt)
  async add(
    @RouteInput() { body }: Input<typeof listCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @CurrentContext() context: CommandContext,
  ) {
    return this.written(
      await this.commands.execute(
        new ListCourtCommand({ form: body, photos: photos ?? [] }, context),
      ),
    );
  }

  @RouteHandler(changeCourt)
  async change(
    @RouteInput() { params, body }: Input<typeof changeCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @CurrentContext() context: CommandContext,
  ) {
    return this.written(
      await this.commands.execute(
        new ChangeCourtCommand(
          { courtId: params.courtId, form: body, photos: photos ?? [] },
          context,
        ),
      ),
    );
  }

  @RouteHandler(setHours)
  async setHours(
    @RouteInput() { params, body }: Input<typeof setHours>,
    @CurrentContext() context: CommandContext,
  ) {
    const { weeklyHours, policy } = body;
    return this.written(
      await this.commands.execute(
        new SetCourtHoursCommand(
          { courtId: params.courtId, weeklyHours, bookingRules: policy },
          context,
        ),
      ),
    );
  }

  @RouteHandler(activateCourt)
  async showOrHide(
    @RouteInput() { params, body }: Input<typeof activateCourt>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.written(
      await this.commands.execute(
        new ShowOrHideCourtCommand({ courtId: params.courtId, isActive: body.isActive }, context),
      ),
    );
  }

  @RouteHandler(ownerCourts)
  async ofOwner(
    @RouteInput() { query }: Input<typeof ownerCourts>,
    @CurrentUser() owner: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.courts.ofOwner(owner, query));
  }

  @RouteHandler(hostCourts)
  async ofHost(
    @RouteInput() { query }: Input<typeof hostCourts>,
    @CurrentUser() owner: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.courts.ofOwner(owner, query));
  }

  private written(changed: CommandResult<Court>): CommandResult<CourtDetail> {
    return changed.map((court) => courtDetail(court, this.config.policy, 'host'));
  }
}
