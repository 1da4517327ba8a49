import type { Receipt } from '@courtly/contracts/receipts';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { fullName } from '../../people/identity/person.js';
import { CONFIG, type Config } from '../../config.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ledger } from './ledger.projection.js';
import { receiptOf } from './receipt.js';

@Injectable()
export class LedgerQueries {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Null if nothing was charged.
   * @throws DomainError not_found if the booking does not exist or belongs to another player
   */
  async bookingReceipt(bookingId: string, playerId: string): Promise<Receipt | null> {
    const [booking, bookingLedger] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(ledger, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    if (booking?.playerId !== playerId) throw notFound('booking');
    if (!bookingLedger) return null;
    const [bookedCourt, playerAccount] = await Promise.all([
      this.readModels.read(courts, (collection) => collection.findOne({ _id: booking.courtId })),
      this.readModels.read(people, (collection) => collection.findOne({ _id: playerId })),
    ]);
    return receiptOf(booking, bookingLedger, {
      seller: this.config.RECEIPT_SELLER,
      court: bookedCourt?.name ?? '',
      address: bookedCourt?.location ?? '',
      player: playerAccount ? fullName(playerAccount) : '',
    });
  }
}
