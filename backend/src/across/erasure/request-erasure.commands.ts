import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { user } from '../../people/identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { blockersOf } from './blockers.js';
import { ErasureQueries } from './erasure.queries.js';

/** Decides that an account ends. `reference` is where an operator finds the letter that asked for it; empty where its person did. */
export class RequestErasureCommand extends defineCommand<
  Readonly<{ userId: string; reference: string }>
>() {}

/** The process that follows from the decision carries it out. */
@CommandHandler(RequestErasureCommand)
export class RequestErasureHandler implements ICommandHandler<RequestErasureCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly queries: ErasureQueries,
  ) {}

  /** @throws DomainError erasure_blocked, with what has to end first; not_found */
  async execute({ input: { userId, reference }, context }: RequestErasureCommand): Promise<void> {
    const blockers = blockersOf(await this.queries.standing(userId));
    if (blockers.length > 0)
      throw new DomainError('erasure_blocked', 'This account cannot be erased yet.', { blockers });
    const by = context.actor.role === 'operator' ? 'operator' : 'person';
    const data = { userId, by, reference, requestedAt: context.at } as const;
    // The fingerprint stays in the log for ever, and must not be made from a password.
    const ofThis = { ...context, fingerprint: 'RequestErasure' };
    await this.commands.handle(user, userId, { type: 'RequestErasure', data }, ofThis);
  }
}
