import { Injectable } from '@nestjs/common';
import type { CourtGuests } from '../courts/court-guests.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { Booking } from './booking.js';
import { bookings } from './bookings.projection.js';

/** Who may know the house number of a court, since they will come. */
@Injectable()
export class Guests implements CourtGuests {
  constructor(private readonly readModels: ReadModels) {}

  async confirmed(playerId: string, courtIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.readModels.read(bookings, (all) =>
      all
        .find({ playerId, status: 'confirmed', courtId: { $in: [...courtIds] } })
        .project<Pick<Booking, 'courtId'>>({ courtId: 1 })
        .toArray(),
    );
    return new Set(found.map(({ courtId }) => courtId));
  }
}
