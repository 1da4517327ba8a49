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
import { IdentityQueries } from '../identity.queries.js';
import { user } from '../user.js';
import type { UserEvent } from '../user.events.js';

/** Sets the current user's picture; null removes it. */
export class ChangePictureCommand extends defineCommand<
  Readonly<{ pictureFile: UploadedPhoto | null }>,
  CommandResult<User>
>() {}

/** Each person has at most one file: replaced and refused pictures are deleted. */
@CommandHandler(ChangePictureCommand)
export class ChangePictureHandler implements ICommandHandler<ChangePictureCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly identityQueries: IdentityQueries,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError unsupported_image, fair_use, store_unavailable */
  async execute({ input: { pictureFile }, context }: ChangePictureCommand) {
    const userId = context.actor.id;
    const storedPictures = pictureFile
      ? await this.photoStorage.store(
          `people/${userId}`,
          [pictureFile],
          context.commandId,
          'portrait',
        )
      : [];
    const changeCommand = {
      type: 'ChangePicture',
      data: {
        userId,
        picture: storedPictures[0] ?? null,
        changedAt: context.at,
        limits: this.config.policy,
      },
    } as const;
    try {
      const { state, events, position } = await this.commandHandling.handle(
        user,
        userId,
        changeCommand,
        context,
      );
      // On a retry, the picture may already have been replaced again.
      await this.photoStorage.remove(
        [...replacedPictures(events), ...storedPictures].filter(
          (pictureUrl) => pictureUrl !== state.person?.picture,
        ),
      );
      return new CommandResult(await this.identityQueries.userView(state.person!), position);
    } catch (error) {
      // If the outcome is unknown, the file must remain for the retry.
      if (error instanceof DomainError) await this.photoStorage.remove(storedPictures);
      throw error;
    }
  }
}

const replacedPictures = (events: readonly RecordedEvent[]): string[] =>
  (events as unknown as readonly UserEvent[]).flatMap((event) =>
    event.type === 'ProfilePictureChanged' ? (event.data.replaced ?? []) : [],
  );
