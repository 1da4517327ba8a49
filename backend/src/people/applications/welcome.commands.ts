import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { court } from '../../booking/courts/court.js';
import { user } from '../identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { PHOTOS, type Photos, SERVED_AT } from '../photos/photos.js';
import { type Application, applicationIn, applications } from './application.js';
import { draftOf } from './draft.js';

/** Which application, and whose it is now. */
export type Claimed = Readonly<{ applicant: string; applicationId: string; userId: string }>;

/** Gives an approved host the role, and a draft of the court that they told of. */
export class WelcomeHostCommand extends defineCommand<Claimed>() {}

/** Done again, it finds what it did before: the ids follow from the application. */
@CommandHandler(WelcomeHostCommand)
export class WelcomeHostHandler implements ICommandHandler<WelcomeHostCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
    @Inject(PHOTOS) private readonly photos: Photos,
  ) {}

  async execute({
    input: { applicant, applicationId, userId },
    context,
  }: WelcomeHostCommand): Promise<void> {
    const data = { userId, role: 'host', reason: '', grantedAt: context.at } as const;
    await this.commands.handle(user, userId, { type: 'GrantRole', data }, context);
    const application = applicationIn(
      await this.streams.load(applications, applicant),
      applicationId,
    );
    const courtId = this.ids.short(`court of application ${applicationId}`, 10);
    if (application.kind !== 'host' || (await this.streams.load(court, courtId))) return;
    const draft = draftOf(application, { courtId, hostId: userId, listedAt: context.at });
    const photos = await this.copied(application.form.photos, courtId, context);
    await this.commands.handle(
      court,
      courtId,
      { type: 'ListCourt', data: { ...draft, photos } },
      context,
    );
  }

  /** The court's photos are its own: they stay when those of the application go. */
  private async copied(
    photos: Extract<Application, { kind: 'host' }>['form']['photos'],
    courtId: string,
    context: CommandContext,
  ) {
    const files = await Promise.all(
      photos.map((photo) => this.photos.read(photo.slice(SERVED_AT.length))),
    );
    return this.photos.store(
      `courts/${courtId}`,
      files.map((buffer) => ({ buffer })),
      context.commandId,
    );
  }
}
