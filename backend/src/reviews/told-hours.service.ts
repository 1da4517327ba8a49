import { Injectable } from '@nestjs/common';
import type { ToldHours } from '../bookings/told-hours.js';
import { matchIdOf } from '../matches/match.js';
import { matches } from '../matches/matches.projection.js';
import { ReadModels } from '../projections/read-models.js';
import { reviews } from './reviews.projection.js';

/** What players have told of their hours: how they went, or how the court was. */
@Injectable()
export class LoggedOrReviewed implements ToldHours {
  constructor(private readonly readModels: ReadModels) {}

  async among(bookings: Parameters<ToldHours['among']>[0]): Promise<ReadonlySet<string>> {
    const [logged, written] = await Promise.all([
      this.readModels.read(matches, (all) => all.find({ _id: { $in: bookings.map(matchIdOf) } }).toArray()),
      this.readModels.read(reviews, (all) =>
        all.find({ _id: { $in: bookings.map(({ bookingId }) => bookingId) } }).toArray(),
      ),
    ]);
    return new Set([...logged, ...written.filter(({ player }) => player)].map(({ bookingId }) => bookingId));
  }
}
