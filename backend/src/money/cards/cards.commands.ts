import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { SavedCards } from './saved-cards.service.js';

export class RemoveCardCommand extends defineCommand<Readonly<{ cardId: string }>>() {}

/** Stripe stores the cards, so removing one records no event. */
@CommandHandler(RemoveCardCommand)
export class RemoveCardHandler implements ICommandHandler<RemoveCardCommand> {
  constructor(private readonly savedCards: SavedCards) {}

  /** @throws DomainError not_found, store_unavailable */
  execute({ input: { cardId }, context }: RemoveCardCommand): Promise<void> {
    return this.savedCards.remove(context.actor.id, cardId);
  }
}
