import type { BookedBy } from '@courtly/contracts/bookings';
import { Injectable } from '@nestjs/common';
import type { Booking } from './booking.js';
import { matchIdOf } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { playerStars } from '../reviews/player-stars.projection.js';
import { reviews } from '../reviews/reviews.projection.js';
import { meanOf } from '../reviews/stars.js';

@Injectable()
export class FeedbackStatus {
  constructor(private readonly readModels: ReadModels) {}

  /** Ids of bookings that the user has logged or reviewed. */
  async among(
    bookings: readonly Pick<Booking, 'bookingId' | 'playerId'>[],
    personId: string,
  ): Promise<ReadonlySet<string>> {
    const played = bookings.filter(({ playerId }) => playerId === personId);
    const [logged, written] = await Promise.all([
      this.readModels.read(matches, (all) =>
        all.find({ _id: { $in: played.map(matchIdOf) } }).toArray(),
      ),
      this.readModels.read(reviews, (all) =>
        all.find({ _id: { $in: bookings.map(({ bookingId }) => bookingId) } }).toArray(),
      ),
    ]);
    const own = written.filter(({ playerId, player, host }) =>
      playerId === personId ? player : host,
    );
    return new Set([...logged, ...own].map(({ bookingId }) => bookingId));
  }

  /** Revealed ratings by player id; players without ratings are missing. */
  async ofPlayers(
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, BookedBy['record']['rating']>> {
    const found = await this.readModels.read(playerStars, (all) =>
      all.find({ _id: { $in: [...playerIds] } }).toArray(),
    );
    return new Map(found.map((stars) => [stars._id, meanOf(stars)]));
  }
}
