import type { BookedBy } from '@courtly/contracts/bookings';
import { Injectable } from '@nestjs/common';
import type { ToldHours } from '../bookings/feedback-status.js';
import { matchIdOf } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { playerStars } from './player-stars.projection.js';
import { reviews } from './reviews.projection.js';
import { meanOf } from './stars.js';

/** What players and hosts have told of their hours: how they went, how the court was, who played. */
@Injectable()
export class LoggedOrReviewed implements ToldHours {
  constructor(private readonly readModels: ReadModels) {}

  async among(
    bookings: Parameters<ToldHours['among']>[0],
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

  async ofPlayers(
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, BookedBy['record']['rating']>> {
    const found = await this.readModels.read(playerStars, (all) =>
      all.find({ _id: { $in: [...playerIds] } }).toArray(),
    );
    return new Map(found.map((stars) => [stars._id, meanOf(stars)]));
  }
}
