import type { User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../../platform/kernel/events.js';
import { PHOTOS, type Photos, type UploadedPhoto } from '../../photos/photos.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { user } from '../user.js';
import type { UserEvent } from '../user.events.js';

/** Sets the caller's own picture, or with null removes it. */
export class ChangePictureCommand extends defineCommand<
  Readonly<{ file: UploadedPhoto | null }>,
  CommandResult<User>
>() {}

/** Keeps one file for each person, the one that their profile shows: what is replaced, or was refused, is removed. */
@CommandHandler(ChangePictureCommand)
export class ChangePictureHandler implements ICommandHandler<ChangePictureCommand> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
    @Inject(PHOTOS) private readonly photos: Photos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError unsupported_image, before anything is changed; fair_use; store_unavailable */
  async execute({ input: { file }, context }: ChangePictureCommand): Promise<CommandResult<User>> {
    const userId = context.actor.id;
    const stored = file
      ? await this.photos.store(`people/${userId}`, [file], context.commandId, 'portrait')
      : [];
    const data = {
      userId,
      picture: stored[0] ?? null,
      changedAt: context.at,
      limits: this.config.policy,
    };
    try {
      const change = { type: 'ChangePicture', data } as const;
      const { state, events, position } = await this.commands.handle(user, userId, change, context);
      // One that is sent again may have been replaced meanwhile.
      await this.photos.remove(
        [...replacedBy(events), ...stored].filter((one) => one !== state.person?.picture),
      );
      return new CommandResult(asUser(state.person!, await this.tiers.of(userId)), position);
    } catch (error) {
      // Where nobody knows whether it was written, the file stays: the same request finds out.
      if (error instanceof DomainError) await this.photos.remove(stored);
      throw error;
    }
  }
}

const replacedBy = (events: readonly RecordedEvent[]): string[] =>
  (events as unknown as readonly UserEvent[]).flatMap((event) =>
    event.type === 'ProfilePictureChanged' ? (event.data.replaced ?? []) : [],
  );
