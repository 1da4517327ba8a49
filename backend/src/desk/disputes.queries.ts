import type { DisputedMatch } from '@courtly/contracts/matches';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, keyIn, pageOf } from '../edge/paging.js';
import { matches } from '../matches/matches.projection.js';
import { ReadModels } from '../projections/read-models.js';
import { NamesOf } from './names.service.js';

const Place = z.strictObject({ playedAt: z.string(), id: z.string() });

/** Results that an opponent disputes, for admins. */
@Injectable()
export class DisputeQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly names: NamesOf,
  ) {}

  /** One page, what was played first comes first. */
  async page({
    cursor,
    limit,
  }: Readonly<{ cursor?: string | undefined; limit: number }>): Promise<CountedPage<DisputedMatch>> {
    const place = keyIn(Place, cursor);
    const later = place && {
      $or: [{ playedAt: { $gt: place.playedAt } }, { playedAt: place.playedAt, _id: { $gt: place.id } }],
    };
    const { found, total } = await this.readModels.read(matches, async (all) => {
      const page = all.find({ answer: 'disputed', ...later }).sort({ playedAt: 1, _id: 1 });
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        place ? null : all.countDocuments({ answer: 'disputed' }),
      ]);
      return { found, total };
    });
    const { items, next } = pageOf(found, limit, ({ playedAt, matchId: id }) => ({ playedAt, id }));
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      items.flatMap(({ loggerId, reasonBy }) => [loggerId, reasonBy ?? '']),
    );
    const views = items.map(({ matchId: id, courtId, loggerId, reasonBy, reason, ...match }) => {
      const { playedAt, zone, result, gamesWon, gamesLost } = match;
      return {
        ...{ id, playedAt, zone, result, gamesWon, gamesLost, reason: reason ?? '' },
        court: names.court(courtId),
        loggedBy: names.person(loggerId),
        disputedBy: names.person(reasonBy ?? ''),
      };
    });
    return { items: views, next, total };
  }
}
