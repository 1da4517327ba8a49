import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { user } from '../../people/identity/user.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { erasureBlockers } from './blockers.js';
import { ErasureQueries } from './erasure.queries.js';
import { ErasureSteps } from './erasure-steps.service.js';

/**
 * `reference` is where an operator has filed the written request. It is empty if the user made the
 * request. With `isSecretLost`, a key is deleted even if its secret is not in KEY_SECRETS.
 */
export class RequestErasureCommand extends defineCommand<
  Readonly<{ userId: string; reference: string; isSecretLost?: boolean }>
>() {}

/** A process then carries out the erasure. */
@CommandHandler(RequestErasureCommand)
export class RequestErasureHandler implements ICommandHandler<RequestErasureCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly erasureQueries: ErasureQueries,
    private readonly erasureSteps: ErasureSteps,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError erasure_blocked with the blockers, not_found; UnlistedSecret */
  async execute({ input, context }: RequestErasureCommand): Promise<void> {
    const { userId, reference, isSecretLost = false } = input;
    const blockers = erasureBlockers(await this.erasureQueries.accountState(userId));
    if (blockers.length > 0)
      throw new DomainError('erasure_blocked', "We can't delete your account yet.", { blockers });
    // With a damaged key, the stream could not be read. For an unknown id, no key may be deleted.
    if ((await this.streams.loadDespiteDamagedKeys(user, userId)).person)
      await this.erasureSteps.eraseDamagedKey({ userId, at: context.at }, isSecretLost);
    if (isSecretLost)
      await this.erasureSteps.eraseDamagedApplicationKeys({ userId, at: context.at }, true);
    const by = context.actor.role === 'operator' ? 'operator' : 'person';
    await this.commandHandling.handle(
      user,
      userId,
      { type: 'RequestErasure', data: { userId, by, reference, requestedAt: context.at } },
      // The fingerprint stays in the log forever and must not contain a password.
      { ...context, fingerprint: 'RequestErasure' },
    );
  }
}
