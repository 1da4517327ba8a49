import { MOST_FAVOURITES } from '@courtly/contracts/favourites';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { FavouriteEvent } from './favourites.events.js';

type FavouriteChange = FavouriteEvent['data'] & { limits: ChangeLimits };

export type FavouriteCommand = Message<'AddFavourite' | 'RemoveFavourite', FavouriteChange>;

/** The ids of favorite courts, newest first. */
export type Favourites = Readonly<{ courtIds: readonly string[]; changes: DailyChanges }>;

export const favourites: Decider<Favourites, FavouriteCommand, FavouriteEvent> = {
  category: 'favourites',
  initial: { courtIds: [], changes: noChanges },

  decide({ type, data: { limits, ...data } }, { courtIds, changes }) {
    const isFavourite = courtIds.includes(data.courtId);
    if (isFavourite === (type === 'AddFavourite')) return [];
    if (!isFavourite && courtIds.length >= MOST_FAVOURITES)
      throw new DomainError(
        'fair_use',
        `You have ${MOST_FAVOURITES} favorites, which is the limit. Please remove one first.`,
      );
    checkDailyChanges(changes, data.changedAt, limits);
    return [{ type: isFavourite ? 'FavouriteRemoved' : 'FavouriteAdded', data }];
  },

  evolve: ({ courtIds, changes }, { type, data: { courtId, changedAt } }) => {
    // An erased event no longer contains its court.
    if (courtId === '') return { courtIds, changes };
    const otherIds = courtIds.filter((favouriteId) => favouriteId !== courtId);
    return {
      courtIds: type === 'FavouriteAdded' ? [courtId, ...otherIds] : otherIds,
      changes: countChange(changes, changedAt),
    };
  },
};
