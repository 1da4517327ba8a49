import type { ChangeProfileBody as Profile, Preferences, User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { user } from '../user.js';

export class ChangeProfileCommand extends defineCommand<Profile, CommandResult<User>>() {}

@CommandHandler(ChangeProfileCommand)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfileCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use */
  async execute({ input: profile, context }: ChangeProfileCommand): Promise<CommandResult<User>> {
    const userId = context.actor.id;
    const commandData = {
      userId,
      ...profile,
      changedAt: context.at,
      limits: this.config.policy,
    };
    const { state, position } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'ChangeProfile', data: commandData },
      context,
    );
    return new CommandResult(
      asUser(state.person!, await this.membershipTiers.tierOf(userId)),
      position,
    );
  }
}

export class ChangePreferencesCommand extends defineCommand<Preferences, CommandResult<User>>() {}

@CommandHandler(ChangePreferencesCommand)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferencesCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use */
  async execute({ input: preferences, context }: ChangePreferencesCommand) {
    const userId = context.actor.id;
    const commandData = {
      userId,
      ...preferences,
      changedAt: context.at,
      limits: this.config.policy,
    };
    const { state, position } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'ChangePreferences', data: commandData },
      context,
    );
    return new CommandResult(
      asUser(state.person!, await this.membershipTiers.tierOf(userId)),
      position,
    );
  }
}
