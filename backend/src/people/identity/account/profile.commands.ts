import type { ChangeProfile as Profile, Preferences, User } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../../config.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../membership-tiers.js';
import { asUser } from '../person.js';
import { user } from '../user.js';

/** Replaces the caller's own name, phone and home city. */
export class ChangeProfile extends defineCommand<Profile, CommandResult<User>>() {}

@CommandHandler(ChangeProfile)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfile> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: profile, context }: ChangeProfile): Promise<CommandResult<User>> {
    const userId = context.actor.id;
    const data = { userId, ...profile, changedAt: context.at, limits: this.config.policy };
    const { state, position } = await this.commands.handle(
      user,
      userId,
      { type: 'ChangeProfile', data },
      context,
    );
    return new CommandResult(asUser(state.person!, await this.tiers.of(userId)), position);
  }
}

/** Replaces the caller's own level, surfaces and ways of playing. */
export class ChangePreferences extends defineCommand<Preferences, CommandResult<User>>() {}

@CommandHandler(ChangePreferences)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferences> {
  constructor(
    private readonly commands: CommandHandling,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: preferences, context }: ChangePreferences): Promise<CommandResult<User>> {
    const userId = context.actor.id;
    const data = { userId, ...preferences, changedAt: context.at, limits: this.config.policy };
    const { state, position } = await this.commands.handle(
      user,
      userId,
      { type: 'ChangePreferences', data },
      context,
    );
    return new CommandResult(asUser(state.person!, await this.tiers.of(userId)), position);
  }
}
