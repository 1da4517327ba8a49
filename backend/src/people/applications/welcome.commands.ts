import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { court } from '../../booking/courts/court.js';
import { user } from '../identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { PERSON_KEYS, type PersonKeys, personKeyOf } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import { PHOTOS, type Photos, PHOTO_BASE_PATH } from '../photos/photos.js';
import { applicationIn, applications } from './application.js';
import { courtDraftOf } from './draft.js';

export type ClaimedApplication = Readonly<{
  applicant: string;
  applicationId: string;
  userId: string;
}>;

export class WelcomeHostCommand extends defineCommand<ClaimedApplication>() {}

/** Safe to repeat, because the ids derive from the application. */
@CommandHandler(WelcomeHostCommand)
export class WelcomeHostHandler implements ICommandHandler<WelcomeHostCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly idGenerator: Ids,
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
  ) {}

  /** @throws UnreadableKey while the key is damaged, because the draft would lose its details */
  async execute({ input: { applicant, applicationId, userId }, context }: WelcomeHostCommand) {
    const data = { userId, role: 'host', reason: '', grantedAt: context.at } as const;
    await this.commandHandling.handle(user, userId, { type: 'GrantRole', data }, context);
    personKeyOf(await this.personKeys.find([applicationId]), applicationId);
    const application = applicationIn(
      await this.streams.load(applications, applicant),
      applicationId,
    );
    const courtId = this.idGenerator.short(`court of application ${applicationId}`, 10);
    if (application.kind !== 'host' || (await this.streams.load(court, courtId))) return;
    const courtDraft = courtDraftOf(application, {
      courtId,
      hostId: userId,
      listedAt: context.at,
    });
    const photoUrls = await this.copyPhotos(application.form.photos, courtId, context);
    await this.commandHandling.handle(
      court,
      courtId,
      { type: 'ListCourt', data: { ...courtDraft, photos: photoUrls } },
      context,
    );
  }

  /** The court gets its own copies, because the photos of the application are deleted later. */
  private async copyPhotos(
    photoUrls: readonly string[],
    courtId: string,
    { commandId }: CommandContext,
  ) {
    const photoFiles = await Promise.all(
      photoUrls.map((photoUrl) => this.photoStorage.read(photoUrl.slice(PHOTO_BASE_PATH.length))),
    );
    return this.photoStorage.store(
      `courts/${courtId}`,
      photoFiles.map((buffer) => ({ buffer })),
      commandId,
    );
  }
}
