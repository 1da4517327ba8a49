import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CourtForm } from '@courtly/contracts/courts';
import type { BookingRules, WeeklyHours } from '@courtly/contracts/opening-hours';
import { toCents } from '@courtly/contracts/wire';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling, type CommandOutcome } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import {
  type Court,
  type CourtCommand,
  type Details,
  type GuestInfo,
  court,
  ownedBy,
} from './court.js';
import type { CourtEvent } from './court.events.js';
import { zoneOf } from './court-zone.js';
import { defaultSchedule } from './default-schedule.js';
import { CourtPhotos } from './court-photos.service.js';
import type { UploadedPhoto } from '../../people/photos/photos.js';

type Changed = CommandResult<Court>;

const detailsIn = (form: CourtForm): Details => ({
  name: form.name,
  description: form.description,
  location: form.location,
  street: form.street ?? '',
  address: form.address,
  surfaceType: form.surfaceType,
  sports: form.sports,
  courtAccess: form.courtAccess,
  rateCents: toCents(form.hourlyRate),
  latitude: form.latitude ?? null,
  longitude: form.longitude ?? null,
  amenities: form.amenities,
});

const guestInfoIn = ({ houseRules, arrivalNotes, gateCode }: CourtForm): GuestInfo => ({
  houseRules,
  arrivalNotes,
  gateCode,
});

const changed = (
  { state, position }: CommandOutcome<Court | null>,
  { actor }: CommandContext,
): Changed => new CommandResult(ownedBy(state, actor.id), position);

export class ListCourtCommand extends defineCommand<
  Readonly<{ form: CourtForm; photos: readonly UploadedPhoto[] }>,
  Changed
>() {}

@CommandHandler(ListCourtCommand)
export class ListCourtHandler implements ICommandHandler<ListCourtCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly photos: CourtPhotos,
    private readonly ids: Ids,
  ) {}

  /**
   * A retry returns the court as first listed.
   * @throws DomainError invalid_request, too_large, unsupported_image
   */
  async execute({ input: { form, photos }, context }: ListCourtCommand): Promise<Changed> {
    const courtId = this.ids.short(`court ${context.commandId}`, 10);
    const handled =
      (await this.commands.findHandled(court, courtId, context)) ??
      (await this.list(courtId, form, photos, context));
    return changed(
      { ...handled, state: foldAll(court, handled.events as unknown as CourtEvent[]) },
      context,
    );
  }

  private async list(
    courtId: string,
    form: CourtForm,
    photos: readonly UploadedPhoto[],
    context: CommandContext,
  ) {
    const listed = {
      courtId,
      hostId: context.actor.id,
      zone: zoneOf(form),
      ...detailsIn(form),
      ...defaultSchedule,
      listedAt: context.at,
    };
    return this.photos.during(courtId, photos, context, (stored) =>
      this.commands.handle(
        court,
        courtId,
        { type: 'ListCourt', data: { ...listed, guestInfo: guestInfoIn(form), photos: stored } },
        context,
      ),
    );
  }
}

export class ChangeCourtCommand extends defineCommand<
  Readonly<{ courtId: string; form: CourtForm; photos: readonly UploadedPhoto[] }>,
  Changed
>() {}

@CommandHandler(ChangeCourtCommand)
export class ChangeCourtHandler implements ICommandHandler<ChangeCourtCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly photos: CourtPhotos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, invalid_request, fair_use, too_large, unsupported_image */
  async execute({
    input: { courtId, form, photos },
    context,
  }: ChangeCourtCommand): Promise<Changed> {
    const done = await this.commands.findHandled(court, courtId, context);
    if (done) return changed(done, context);
    const change = (added: string[]): CourtCommand => ({
      type: 'ChangeCourt',
      data: {
        courtId,
        hostId: context.actor.id,
        at: context.at,
        details: detailsIn(form),
        guestInfo: guestInfoIn(form),
        zone: form.zone ?? null,
        keep: form.keepPhotos ?? null,
        added,
        limits: this.config.policy,
      },
    });
    court.decide(
      change(photos.map((_, index) => `photo ${index}`)),
      await this.streams.load(court, courtId),
    );
    const handled = await this.photos.during(courtId, photos, context, (stored) =>
      this.commands.handle(court, courtId, change(stored), context),
    );
    return changed(handled, context);
  }
}

export class SetCourtHoursCommand extends defineCommand<
  Readonly<{ courtId: string; weeklyHours: WeeklyHours; bookingRules: BookingRules | undefined }>,
  Changed
>() {}

@CommandHandler(SetCourtHoursCommand)
export class SetCourtHoursHandler implements ICommandHandler<SetCourtHoursCommand> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use */
  async execute({
    input: { courtId, weeklyHours, bookingRules },
    context,
  }: SetCourtHoursCommand): Promise<Changed> {
    const data = {
      courtId,
      hostId: context.actor.id,
      at: context.at,
      limits: this.config.policy,
      weeklyHours,
      ...(bookingRules && { bookingRules }),
    };
    return changed(
      await this.commands.handle(court, courtId, { type: 'ChangeSchedule', data }, context),
      context,
    );
  }
}

export class ShowOrHideCourtCommand extends defineCommand<
  Readonly<{ courtId: string; isActive: boolean }>,
  Changed
>() {}

@CommandHandler(ShowOrHideCourtCommand)
export class ShowOrHideCourtHandler implements ICommandHandler<ShowOrHideCourtCommand> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use; wrong_status for a draft */
  async execute({
    input: { courtId, isActive },
    context,
  }: ShowOrHideCourtCommand): Promise<Changed> {
    const type = isActive ? 'Activate' : 'Deactivate';
    const data = { courtId, hostId: context.actor.id, at: context.at, limits: this.config.policy };
    return changed(await this.commands.handle(court, courtId, { type, data }, context), context);
  }
}

export const courtCommandHandlers = [
  ListCourtHandler,
  ChangeCourtHandler,
  SetCourtHoursHandler,
  ShowOrHideCourtHandler,
];
