import type { Block, BlockPersonBody } from '@courtly/contracts/blocks';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { challenge } from '../../play/matches/challenge.js';
import { person } from '../../people/identity/person.js';
import { blocks } from '../../people/blocks/blocks.js';
import { BlockedNames } from './blocked-names.service.js';

export class BlockPersonCommand extends defineCommand<BlockPersonBody, CommandResult<Block>>() {}

@CommandHandler(BlockPersonCommand)
export class BlockPersonHandler implements ICommandHandler<BlockPersonCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly idGenerator: Ids,
    private readonly blockedNames: BlockedNames,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, including for the caller's own id; fair_use */
  async execute({ input, context }: BlockPersonCommand) {
    const userId = context.actor.id;
    const blockedId =
      'playerId' in input ? input.playerId : await this.otherSideOf(input.bookingId, userId);
    const blockedPerson = blockedId === userId ? null : await this.streams.load(person, blockedId);
    if (!blockedPerson?.email) throw notFound('player');
    const data = {
      userId,
      blockId: this.idGenerator.short(`block ${context.commandId}`, 12),
      blockedId,
      changedAt: context.at,
      limits: this.config.policy,
    };
    const { state, position } = await this.commandHandling.handle(
      blocks,
      userId,
      { type: 'BlockPerson', data },
      context,
    );
    const block = state.blocked.find((each) => each.blockedId === blockedId)!;
    const { blockId: id, blockedAt } = block;
    const name =
      'playerId' in input
        ? (await this.blockedNames.namesFor(userId, [blockedId])).get(blockedId)!
        : blockedPerson.firstName;
    return new CommandResult({ id, name, blockedAt }, position);
  }

  private async otherSideOf(bookingId: string, userId: string): Promise<string> {
    const booking = await loadBooking(this.streams, bookingId);
    if (booking?.playerId === userId) return booking.hostId;
    if (booking?.hostId === userId) return booking.playerId;
    const hourChallenge = booking && (await this.streams.load(challenge, bookingId));
    if (hourChallenge?.isConfirmed && hourChallenge.opponentId === userId)
      return hourChallenge.challengerId;
    throw notFound('booking');
  }
}

export class EndBlockCommand extends defineCommand<
  Readonly<{ blockId: string }>,
  CommandResult<undefined>
>() {}

@CommandHandler(EndBlockCommand)
export class EndBlockHandler implements ICommandHandler<EndBlockCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, fair_use */
  async execute({ input: { blockId }, context }: EndBlockCommand) {
    const userId = context.actor.id;
    const data = { userId, blockId, changedAt: context.at, limits: this.config.policy };
    const { position } = await this.commandHandling.handle(
      blocks,
      userId,
      { type: 'EndBlock', data },
      context,
    );
    return new CommandResult(undefined, position);
  }
}
