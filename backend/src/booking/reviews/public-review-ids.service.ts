import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewIdOf } from './review.js';
import { reviews } from './reviews.projection.js';

/** Ids of the reviews in public lists. They do not reveal the booking, and so not the author. */
@Injectable()
export class PublicReviewIds {
  constructor(
    private readonly keyedHashes: KeyedHashes,
    private readonly readModels: ReadModels,
  ) {}

  /** The id of the player's review of a booking: 24 hexadecimal digits. */
  idOf(bookingId: string): string {
    return this.idsOf(bookingId)[0]!;
  }

  /**
   * The booking of a public review of the court; null if there is none. A page knows when its last
   * review was revealed (UTC), so that it does not hash all of them.
   */
  async bookingIdOf(
    courtId: string,
    publicId: string,
    revealedAt?: string,
  ): Promise<string | null> {
    const filter = { courtId, onCourt: true, ...(revealedAt !== undefined && { revealedAt }) };
    const documents = await this.readModels.read(reviews, (collection) =>
      collection.find(filter).project<{ _id: string }>({ _id: 1 }).toArray(),
    );
    return documents.find(({ _id }) => this.idsOf(_id).includes(publicId))?._id ?? null;
  }

  /** Under each secret, newest first, so that a shown id survives a change of secrets. */
  private idsOf(bookingId: string): string[] {
    return this.keyedHashes
      .hashesOf('review', reviewIdOf(bookingId, 'player'))
      .map((hash) => hash.slice(0, 24));
  }
}
