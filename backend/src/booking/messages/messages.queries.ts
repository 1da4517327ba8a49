import type { Conversation as ConversationView } from '@courtly/contracts/messages';
import { Inject, Injectable } from '@nestjs/common';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { people } from '../../people/identity/people.projection.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { canWrite, conversationView } from './conversation-view.js';
import { conversations } from './conversations.projection.js';

@Injectable()
export class MessageQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found */
  async conversationOf(bookingId: string, userId: string): Promise<ConversationView> {
    const [bookingDocument, storedConversation] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(conversations, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    const booking = bookingVisibleTo(bookingDocument, userId);
    const { playerId, hostId } = booking;
    const isWritable =
      canWrite(booking, this.config.policy.reviewDays, this.clock.instant()) &&
      (await this.haveAccounts([playerId, hostId])) &&
      !(await this.contactGuard.blockedAmong(playerId, [hostId])).has(hostId);
    return conversationView(booking, storedConversation, userId, isWritable);
  }

  private async haveAccounts(partyIds: readonly string[]): Promise<boolean> {
    const goneCount = await this.readModels.read(people, (collection) =>
      collection.countDocuments({ _id: { $in: [...partyIds] }, email: '' }),
    );
    return goneCount === 0;
  }
}
