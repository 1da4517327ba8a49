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
import { standardOffset } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Court, type CourtCommand, court, ownedBy } from './court.js';
import { CourtDetails, GuestInfo } from './court.events.js';
import { courtZoneOf } from './court-zone.js';
import { defaultSchedule } from './default-schedule.js';
import { CourtPhotos } from './court-photos.service.js';
import type { UploadedPhoto } from '../../people/photos/photos.js';

type ChangedCourt = CommandResult<Court>;

const courtDetailsIn = (courtForm: CourtForm): CourtDetails =>
  CourtDetails.parse({
    ...courtForm,
    street: courtForm.street ?? '',
    rateCents: toCents(courtForm.hourlyRate),
    latitude: courtForm.latitude ?? null,
    longitude: courtForm.longitude ?? null,
  });

const changedCourt = (
  { state, position }: CommandOutcome<Court | null>,
  { actor }: CommandContext,
): ChangedCourt => new CommandResult(ownedBy(state, actor.id), position);

export class ListCourtCommand extends defineCommand<
  Readonly<{ form: CourtForm; photos: readonly UploadedPhoto[] }>,
  ChangedCourt
>() {}

@CommandHandler(ListCourtCommand)
export class ListCourtHandler implements ICommandHandler<ListCourtCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly courtPhotos: CourtPhotos,
    private readonly idGenerator: Ids,
  ) {}

  /**
   * A retry returns the court as first listed.
   * @throws DomainError invalid_request, too_large, unsupported_image
   */
  async execute({ input: { form, photos }, context }: ListCourtCommand) {
    const courtId = this.idGenerator.short(`court ${context.commandId}`, 10);
    const commandOutcome =
      (await this.commandHandling.findHandled(court, courtId, context)) ??
      (await this.listCourt(courtId, form, photos, context));
    const listedCourt = foldAll(court, commandOutcome.events);
    return changedCourt({ ...commandOutcome, state: listedCourt }, context);
  }

  private async listCourt(
    courtId: string,
    courtForm: CourtForm,
    uploadedPhotos: readonly UploadedPhoto[],
    commandContext: CommandContext,
  ) {
    const zone = courtZoneOf(courtForm);
    const listedCourt = {
      courtId,
      hostId: commandContext.actor.id,
      zone,
      standardOffsetMinutes: standardOffset(zone, commandContext.at),
      ...courtDetailsIn(courtForm),
      ...defaultSchedule,
      listedAt: commandContext.at,
    };
    return this.courtPhotos.storeDuring(courtId, uploadedPhotos, commandContext, (storedPaths) =>
      this.commandHandling.handle(
        court,
        courtId,
        {
          type: 'ListCourt',
          data: {
            ...listedCourt,
            guestInfo: GuestInfo.parse(courtForm),
            neighborRules: courtForm.neighborRules,
            photos: storedPaths,
          },
        },
        commandContext,
      ),
    );
  }
}

export class ChangeCourtCommand extends defineCommand<
  Readonly<{ courtId: string; form: CourtForm; photos: readonly UploadedPhoto[] }>,
  ChangedCourt
>() {}

@CommandHandler(ChangeCourtCommand)
export class ChangeCourtHandler implements ICommandHandler<ChangeCourtCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly courtPhotos: CourtPhotos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, court_changed, invalid_request, fair_use, too_large,
   * unsupported_image
   */
  async execute({ input: { courtId, form, photos }, context }: ChangeCourtCommand) {
    const earlierOutcome = await this.commandHandling.findHandled(court, courtId, context);
    if (earlierOutcome) return changedCourt(earlierOutcome, context);
    const changeCommand = (addedPaths: string[]): CourtCommand => ({
      type: 'ChangeCourt',
      data: {
        courtId,
        hostId: context.actor.id,
        at: context.at,
        details: courtDetailsIn(form),
        guestInfo: GuestInfo.parse(form),
        neighborRules: form.neighborRules,
        zone: form.zone ?? null,
        keep: form.keepPhotos ?? null,
        added: addedPaths,
        version: form.version,
        limits: this.config.policy,
      },
    });
    court.decide(
      changeCommand(photos.map((_, photoIndex) => `photo ${photoIndex}`)),
      await this.streams.load(court, courtId),
    );
    const commandOutcome = await this.courtPhotos.storeDuring(
      courtId,
      photos,
      context,
      (storedPaths) =>
        this.commandHandling.handle(court, courtId, changeCommand(storedPaths), context),
    );
    return changedCourt(commandOutcome, context);
  }
}

export class SetCourtHoursCommand extends defineCommand<
  Readonly<{
    courtId: string;
    weeklyHours: WeeklyHours;
    bookingRules: BookingRules | undefined;
    version?: number | undefined;
  }>,
  ChangedCourt
>() {}

@CommandHandler(SetCourtHoursCommand)
export class SetCourtHoursHandler implements ICommandHandler<SetCourtHoursCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, court_changed, fair_use */
  async execute({
    input: { courtId, weeklyHours, bookingRules, version },
    context,
  }: SetCourtHoursCommand) {
    const data = {
      courtId,
      hostId: context.actor.id,
      at: context.at,
      limits: this.config.policy,
      version,
      weeklyHours,
      ...(bookingRules && { bookingRules }),
    };
    return changedCourt(
      await this.commandHandling.handle(court, courtId, { type: 'ChangeSchedule', data }, context),
      context,
    );
  }
}

export class ShowOrHideCourtCommand extends defineCommand<
  Readonly<{ courtId: string; isActive: boolean }>,
  ChangedCourt
>() {}

@CommandHandler(ShowOrHideCourtCommand)
export class ShowOrHideCourtHandler implements ICommandHandler<ShowOrHideCourtCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use; wrong_status for a draft */
  async execute({ input: { courtId, isActive }, context }: ShowOrHideCourtCommand) {
    const type = isActive ? 'Activate' : 'Deactivate';
    const data = { courtId, hostId: context.actor.id, at: context.at, limits: this.config.policy };
    return changedCourt(
      await this.commandHandling.handle(court, courtId, { type, data }, context),
      context,
    );
  }
}
