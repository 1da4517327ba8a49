import { Controller, Headers, Inject, Res, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { availabilityRoutes } from '@courtly/contracts/availability';
import { type CourtDetail, courtRoutes } from '@courtly/contracts/courts';
import { reviewRoutes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(listCourts)
  async list(
    @Received() { query }: Input<typeof listCourts>,
    @Caller() reader: Actor,
    @Headers('Courtly-After') after: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const isShared = reader.role === 'visitor' && !after;
    return isShared
      ? itemsOf(response, await this.courts.sharedList(query))
      : itemsOf(response, await this.courts.list(query, reader));
  }

  @Handles(showCourt)
  show(@Received() { params }: Input<typeof showCourt>, @Caller() reader: Actor) {
    return this.courts.show(params.courtId, reader);
  }

  @Handles(courtReviews)
  async ofCourt(
    @Received() { params, query }: Input<typeof courtReviews>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await this.reviews.page(params.courtId, query);
    return itemsOf(response, { items: [...items], next, total: null });
  }

  @Handles(listCourt)
  async add(
    @Received() { body }: Input<typeof listCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @Given() context: CommandContext,
  ) {
    return this.written(
      await this.commands.execute(
        new ListCourtCommand({ form: body, photos: photos ?? [] }, context),
      ),
    );
  }

  @Handles(changeCourt)
  async change(
    @Received() { params, body }: Input<typeof changeCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @Given() context: CommandContext,
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

  @Handles(setHours)
  async setHours(
    @Received() { params, body }: Input<typeof setHours>,
    @Given() context: CommandContext,
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

  @Handles(activateCourt)
  async showOrHide(
    @Received() { params, body }: Input<typeof activateCourt>,
    @Given() context: CommandContext,
  ) {
    return this.written(
      await this.commands.execute(
        new ShowOrHideCourtCommand({ courtId: params.courtId, isActive: body.isActive }, context),
      ),
    );
  }

  @Handles(ownerCourts)
  async ofOwner(
    @Received() { query }: Input<typeof ownerCourts>,
    @Caller() owner: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.courts.ofOwner(owner, query));
  }

  @Handles(hostCourts)
  async ofHost(
    @Received() { query }: Input<typeof hostCourts>,
    @Caller() owner: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.courts.ofOwner(owner, query));
  }

  /** What an owner sees of a court right after changing it. */
  private written(changed: CommandResult<Court>): CommandResult<CourtDetail> {
    return changed.map((court) => courtDetail(court, this.config.policy, 'host'));
  }
}
