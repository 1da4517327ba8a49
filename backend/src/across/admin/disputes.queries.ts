import type { DisputedMatch } from '@courtly/contracts/matches';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { matches } from '../../play/matches/matches.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { keysetPage } from './keyset-page.js';
import { DisplayNames } from './names.service.js';

@Injectable()
export class DisputeQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
  ) {}

  /** The oldest match first. */
  async reportedPage(pageRequest: PageRequest): Promise<CountedPage<DisputedMatch>> {
    const { items, next, total } = await this.readModels.read(matches, (documents) =>
      keysetPage(documents, { answer: 'disputed' }, ['playedAt', 1], pageRequest),
    );
    const nameLookup = await this.displayNames.lookUp(
      items.map(({ courtId }) => courtId),
      items.flatMap(({ loggerId, reasonBy }) => [loggerId, reasonBy ?? '']),
    );
    const disputedMatches = items.map(
      ({ matchId: id, courtId, loggerId, reasonBy, reason, ...match }) => {
        const { playedAt, zone, result, gamesWon, gamesLost } = match;
        return {
          id,
          playedAt,
          zone,
          result,
          gamesWon,
          gamesLost,
          reason: reason ?? '',
          court: nameLookup.court(courtId),
          loggedBy: nameLookup.person(loggerId),
          disputedBy: nameLookup.person(reasonBy ?? ''),
        };
      },
    );
    return { items: disputedMatches, next, total };
  }
}
