import type {
  ChangePrivacyBody,
  ChangeProfileBody,
  Preferences,
  User,
} from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { IdentityQueries } from '../identity.queries.js';
import { type UserCommand, user } from '../user.js';

type ProfileChange =
  | Readonly<{ type: 'ChangeProfile'; fields: ChangeProfileBody }>
  | Readonly<{ type: 'ChangePreferences'; fields: Preferences }>
  | Readonly<{ type: 'ChangePrivacy'; fields: ChangePrivacyBody }>;

/** Changes the profile, the preferences, or the privacy of the current user. */
export class ChangeProfileCommand extends defineCommand<ProfileChange, CommandResult<User>>() {}

@CommandHandler(ChangeProfileCommand)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfileCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly identityQueries: IdentityQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use */
  async execute({ input: { type, fields }, context }: ChangeProfileCommand) {
    const userId = context.actor.id;
    const changeCommand = {
      type,
      data: { userId, ...fields, changedAt: context.at, limits: this.config.policy },
    } as UserCommand;
    const { state, position } = await this.commandHandling.handle(
      user,
      userId,
      changeCommand,
      context,
    );
    return new CommandResult(await this.identityQueries.userView(state.person!), position);
  }
}
