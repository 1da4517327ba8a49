import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewIdOf } from './review.js';
import { reviews } from './reviews.projection.js';

type RevealedReview = Readonly<{ _id: string; onCourt: boolean; revealedAt: string }>;

/** Ids of the reviews in public lists. They reveal neither the booking nor its author. */
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

  /** The booking of a public review of the court; null if there is none. */
  async bookingIdOf(courtId: string, publicId: string): Promise<string | null> {
    const found = await this.reviewOf(courtId, publicId);
    return found?.onCourt ? found._id : null;
  }

  /**
   * A revealed review of the court, by booking id; null if there is none. It may have been removed
   * since, but still marks the end of a page.
   */
  async reviewOf(courtId: string, publicId: string): Promise<RevealedReview | null> {
    const documents = await this.readModels.read(reviews, (collection) =>
      collection
        .find({ courtId, isRevealed: true })
        .project<RevealedReview>({ onCourt: 1, revealedAt: 1 })
        .toArray(),
    );
    return documents.find(({ _id }) => this.idsOf(_id).includes(publicId)) ?? null;
  }

  /** The ids under each secret, newest first, so that a shown id survives a change of secrets. */
  private idsOf(bookingId: string): string[] {
    return this.keyedHashes
      .hashesOf('review', reviewIdOf(bookingId, 'player'))
      .map((hash) => hash.slice(0, 24));
  }
}
