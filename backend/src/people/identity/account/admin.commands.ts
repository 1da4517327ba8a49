import type { AssignableRole } from '@courtly/contracts/admin-users';
import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import { CommandResult } from '../../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { CLUB_ROLL, adminRoll } from './admin-roll.js';
import type { Person } from '../person.js';
import { SessionIndex } from '../sessions/session-index.service.js';
import { user } from '../user.js';

export class ChangeRoleCommand extends defineCommand<
  Readonly<{ userId: string; role: AssignableRole; isGiven: boolean; reason: string }>,
  CommandResult<Person>
>() {}

@CommandHandler(ChangeRoleCommand)
export class ChangeRoleHandler implements ICommandHandler<ChangeRoleCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError not_found, wrong_status for the admin's own role, forbidden if the caller
   *   was dismissed
   */
  async execute({ input: { userId, role, isGiven, reason }, context }: ChangeRoleCommand) {
    const { at, actor } = context;
    const { person } = await this.streams.load(user, userId);
    if (!person) throw notFound('account');
    // On a retry, the roll does not change, but the role must be changed in any case.
    if (role === 'admin' && (isGiven || person.roles.includes('admin')))
      await this.commandHandling.handle(
        adminRoll,
        CLUB_ROLL,
        isGiven
          ? { type: 'AdmitAdmin', data: { userId, at } }
          : { type: 'DismissAdmin', data: { userId, by: actor.id, at } },
        context,
      );
    const { state, position } = await this.commandHandling.handle(
      user,
      userId,
      isGiven
        ? { type: 'GrantRole', data: { userId, role, reason, grantedAt: at } }
        : { type: 'RevokeRole', data: { userId, role, reason, revokedAt: at } },
      context,
    );
    return new CommandResult(state.person!, position);
  }
}

export class ChangeSuspensionCommand extends defineCommand<
  Readonly<{ userId: string; isSuspended: boolean; reason: string; until?: string | undefined }>,
  CommandResult<Person>
>() {}

@CommandHandler(ChangeSuspensionCommand)
export class ChangeSuspensionHandler implements ICommandHandler<ChangeSuspensionCommand> {
  private readonly logger = new Logger('suspensions');

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly sessionIndex: SessionIndex,
  ) {}

  /** @throws DomainError not_found, wrong_status for an admin, invalid_request for a past end */
  async execute({ input, context }: ChangeSuspensionCommand) {
    const { userId, isSuspended, reason, until = null } = input;
    if (until !== null && until <= context.at) throw endInThePast();
    const { state, position } = await this.commandHandling.handle(
      user,
      userId,
      isSuspended
        ? {
            type: 'Suspend',
            data: { userId, reason, isReasonShown: true, until, suspendedAt: context.at },
          }
        : { type: 'LiftSuspension', data: { userId, reason, liftedAt: context.at } },
      context,
    );
    // If Redis is down, the suspensions process ends the sessions later.
    if (state.person!.suspension)
      await this.sessionIndex
        .endAll(userId)
        .catch((error: unknown) =>
          this.logger.warn(
            `Could not end the sessions yet; a worker will end them: ${String(error)}`,
          ),
        );
    return new CommandResult(state.person!, position);
  }
}

const endInThePast = () => {
  const message = 'Choose a time in the future.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'until', message }] });
};

export class EndSuspensionCommand extends defineCommand<
  Readonly<{ userId: string; suspendedAt: string }>
>() {}

/** Ends a suspension that has expired, unless an admin has changed it. */
@CommandHandler(EndSuspensionCommand)
export class EndSuspensionHandler implements ICommandHandler<EndSuspensionCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found if the account is erased at the same time */
  async execute({ input: { userId, suspendedAt }, context }: EndSuspensionCommand): Promise<void> {
    const { person } = await this.streams.load(user, userId);
    const suspension = person?.suspension;
    if (suspension?.since !== suspendedAt) return;
    if (suspension.until === null || suspension.until > context.at) return;
    const reason = 'The suspension period has ended.';
    await this.commandHandling.handle(
      user,
      userId,
      { type: 'LiftSuspension', data: { userId, reason, liftedAt: context.at } },
      context,
    );
  }
}

export class EndSessionsOfSuspendedCommand extends defineCommand<Readonly<{ userId: string }>>() {}

/** Ends all sessions of a user who is still suspended. */
@CommandHandler(EndSessionsOfSuspendedCommand)
export class EndSessionsOfSuspendedHandler implements ICommandHandler<EndSessionsOfSuspendedCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly sessionIndex: SessionIndex,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { userId } }: EndSessionsOfSuspendedCommand): Promise<void> {
    if ((await this.streams.load(user, userId)).person?.suspension)
      await this.sessionIndex.endAll(userId);
  }
}
