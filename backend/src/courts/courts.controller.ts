import { Controller, Inject, Res, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { availabilityRoutes } from '@courtly/contracts/availability';
import { type CourtDetail, courtRoutes } from '@courtly/contracts/courts';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { CONFIG, type Config } from '../config.js';
import { Handles } from '../http/handles.js';
import { Caller, Given, Received } from '../http/request.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../kernel/context.js';
import type { Actor } from '../kernel/events.js';
import type { Court } from './court.js';
import { courtDetail } from './court-view.js';
import { ChangeCourt, ListCourt, SetCourtHours, ShowOrHideCourt } from './courts.commands.js';
import { CourtQueries } from './courts.queries.js';
import type { UploadedPhoto } from './photos.service.js';

const { listCourts, showCourt, listCourt, changeCourt, activateCourt, ownerCourts, hostCourts } = courtRoutes;
const { setHours } = availabilityRoutes;

@Controller()
export class CourtsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly courts: CourtQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(listCourts)
  async list(
    @Received() { query }: Input<typeof listCourts>,
    @Caller() reader: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { page, total } = await this.courts.list(query, reader);
    response.setHeader('X-Total-Count', total);
    return page;
  }

  @Handles(showCourt)
  show(@Received() { params }: Input<typeof showCourt>, @Caller() reader: Actor) {
    return this.courts.show(params.courtId, reader);
  }

  @Handles(listCourt)
  async add(
    @Received() { body }: Input<typeof listCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @Given() context: CommandContext,
  ) {
    return this.written(await this.commands.execute(new ListCourt(body, photos ?? [], context)));
  }

  @Handles(changeCourt)
  async change(
    @Received() { params, body }: Input<typeof changeCourt>,
    @UploadedFiles() photos: UploadedPhoto[] | undefined,
    @Given() context: CommandContext,
  ) {
    return this.written(await this.commands.execute(new ChangeCourt(params.courtId, body, photos ?? [], context)));
  }

  @Handles(setHours)
  async setHours(@Received() { params, body }: Input<typeof setHours>, @Given() context: CommandContext) {
    return this.written(await this.commands.execute(new SetCourtHours(params.courtId, body, context)));
  }

  @Handles(activateCourt)
  async showOrHide(@Received() { params, body }: Input<typeof activateCourt>, @Given() context: CommandContext) {
    return this.written(await this.commands.execute(new ShowOrHideCourt(params.courtId, body.isActive, context)));
  }

  @Handles(ownerCourts)
  ofOwner(@Caller() owner: Actor) {
    return this.courts.ofOwner(owner);
  }

  @Handles(hostCourts)
  ofHost(@Caller() owner: Actor) {
    return this.courts.ofOwner(owner);
  }

  /** What an owner sees of a court right after changing it. */
  private written({ court, position }: { court: Court; position: string | null }): Written<CourtDetail> {
    return new Written(courtDetail(court, this.config.policy, true), position);
  }
}
