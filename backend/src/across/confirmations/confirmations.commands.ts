import type { ConfirmationStatus } from '@courtly/contracts/confirmations';
import type { ErrorCode } from '@courtly/contracts/errors';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { loadAppointment } from './appointments.js';
import { confirmation } from './confirmation.js';
import { commandOf } from './confirmed-acts.commands.js';

type Decided = CommandResult<Readonly<{ id: string; status: ConfirmationStatus }>>;

/** Another admin confirms a change. The confirmations process carries it out. */
export class GiveConfirmationCommand extends defineCommand<
  Readonly<{ confirmationId: string }>,
  Decided
>() {}

@CommandHandler(GiveConfirmationCommand)
export class GiveConfirmationHandler implements ICommandHandler<GiveConfirmationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status if it is decided; forbidden for the requester, for
   * admins who share an appointer with them, and for admins appointed after the request
   */
  async execute({ input: { confirmationId: id }, context }: GiveConfirmationCommand) {
    const { actor, at } = context;
    const requestedBy = (await this.streams.load(confirmation, id))?.request.requestedBy;
    if (requestedBy === undefined) throw notFound('request');
    const [appointment, requesterAppointment] = await Promise.all([
      loadAppointment(this.streams, actor.id),
      loadAppointment(this.streams, requestedBy),
    ]);
    const data = { adminId: actor.id, at, appointment, requesterAppointment };
    const command = { type: 'Confirm', data } as const;
    const { state, position } = await this.commandHandling.handle(
      confirmation,
      id,
      command,
      context,
    );
    return new CommandResult({ id, status: state!.status }, position);
  }
}

export class RejectConfirmationCommand extends defineCommand<
  Readonly<{ confirmationId: string; reason: string }>,
  Decided
>() {}

@CommandHandler(RejectConfirmationCommand)
export class RejectConfirmationHandler implements ICommandHandler<RejectConfirmationCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found; wrong_status if it is decided */
  async execute({ input: { confirmationId: id, reason }, context }: RejectConfirmationCommand) {
    const { actor, at } = context;
    const command = { type: 'Reject', data: { adminId: actor.id, reason, at } } as const;
    const { state, position } = await this.commandHandling.handle(
      confirmation,
      id,
      command,
      context,
    );
    return new CommandResult({ id, status: state!.status }, position);
  }
}

export class ExpireConfirmationCommand extends defineCommand<
  Readonly<{ confirmationId: string }>
>() {}

@CommandHandler(ExpireConfirmationCommand)
export class ExpireConfirmationHandler implements ICommandHandler<ExpireConfirmationCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found */
  async execute({ input: { confirmationId }, context }: ExpireConfirmationCommand): Promise<void> {
    await this.commandHandling.handle(
      confirmation,
      confirmationId,
      { type: 'Expire', data: { at: context.at } },
      context,
    );
  }
}

export class MakeConfirmedChangeCommand extends defineCommand<
  Readonly<{ confirmationId: string }>
>() {}

/** Errors that do not say whether the change was made. */
const passingCodes: readonly ErrorCode[] = [
  'conflict',
  'store_unavailable',
  'too_busy',
  'too_many_requests',
];

/**
 * Makes a confirmed change in the name of the admin who requested it. Its command id derives from
 * the confirmation, so a repeated attempt changes nothing.
 */
@CommandHandler(MakeConfirmedChangeCommand)
export class MakeConfirmedChangeHandler implements ICommandHandler<MakeConfirmedChangeCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError conflict, store_unavailable, too_busy, too_many_requests if it is unknown
   *   whether the change was made; the job is then retried
   */
  async execute({ input: { confirmationId }, context }: MakeConfirmedChangeCommand): Promise<void> {
    const existing = await this.streams.load(confirmation, confirmationId);
    if (existing?.status !== 'confirmed') return;
    const { confirmedBy, request } = existing;
    const { act, input, requestedBy } = request;
    const commandId = `confirmation ${confirmationId}`;
    const changeContext: CommandContext = {
      ...context,
      commandId,
      fingerprint: commandId,
      actor: { id: requestedBy, role: 'admin' },
    };
    const refusal = await this.refusalOf(async () => {
      if (input === '') throw new DomainError('not_found', 'The request can no longer be read.');
      await this.requireAdmin(requestedBy);
      await this.commandBus.execute(commandOf[act](JSON.parse(input), changeContext, confirmedBy));
    });
    await this.commandHandling.handle(
      confirmation,
      confirmationId,
      { type: 'RecordChange', data: { refusal, at: context.at } },
      context,
    );
  }

  /** A change must not be made in the name of someone who has lost the role since. */
  private async requireAdmin(userId: string): Promise<void> {
    const requester = await this.streams.load(person, userId);
    if (!requester?.roles.includes('admin') || requester.suspension)
      throw new DomainError('forbidden', 'The person who requested this is no longer an admin.');
  }

  /** Why the change is not possible; null if it was made. Other failures are retried. */
  private async refusalOf(makeChange: () => Promise<void>): Promise<string | null> {
    try {
      await makeChange();
      return null;
    } catch (error) {
      if (error instanceof DomainError && !passingCodes.includes(error.code)) return error.message;
      throw error;
    }
  }
}
