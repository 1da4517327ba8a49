import type { DisputedMatch } from '@courtly/contracts/matches';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { matches } from '../../play/matches/matches.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { keysetPage } from './keyset-page.js';
import { NamesOf } from './names.service.js';

/** Results that an opponent disputes, for admins. */
@Injectable()
export class DisputeQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly names: NamesOf,
  ) {}

  /** One page, what was played first comes first. */
  async page(paging: PageRequest): Promise<CountedPage<DisputedMatch>> {
    const { items, next, total } = await this.readModels.read(matches, (all) =>
      keysetPage(all, { answer: 'disputed' }, ['playedAt', 1], paging),
    );
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      items.flatMap(({ loggerId, reasonBy }) => [loggerId, reasonBy ?? '']),
    );
    const views = items.map(({ matchId: id, courtId, loggerId, reasonBy, reason, ...match }) => {
      const { playedAt, zone, result, gamesWon, gamesLost } = match;
      return {
        id,
        playedAt,
        zone,
        result,
        gamesWon,
        gamesLost,
        reason: reason ?? '',
        court: names.court(courtId),
        loggedBy: names.person(loggerId),
        disputedBy: names.person(reasonBy ?? ''),
      };
    });
    return { items: views, next, total };
  }
}
