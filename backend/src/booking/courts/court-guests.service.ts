import { Injectable } from '@nestjs/common';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { Booking } from '../bookings/booking.js';
import { bookings } from '../bookings/bookings.projection.js';

/** Players with a confirmed booking, who may see the exact address of a court. */
@Injectable()
export class CourtGuests {
  constructor(private readonly readModels: ReadModels) {}

  async confirmedCourts(
    playerId: string,
    courtIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const confirmedBookings = await this.readModels.read(bookings, (collection) =>
      collection
        .find({ playerId, status: 'confirmed', courtId: { $in: [...courtIds] } })
        .project<Pick<Booking, 'courtId'>>({ courtId: 1 })
        .toArray(),
    );
    return new Set(confirmedBookings.map(({ courtId }) => courtId));
  }
}
