import { describe, expect, it } from '@jest/globals';
import { MOST_FAVOURITES } from '@courtly/contracts/favourites';
import { fold, inStream } from '../../../testing/projection.js';
import { specification } from '../../../testing/specification.js';
import { favourites } from './favourites.js';
import type { FavouriteEvent } from './favourites.events.js';
import { favourites as readModel } from './favourites.projection.js';

const given = specification(favourites);
const recordedAt = '2027-03-10T12:00:00.000Z';
const favouriteFields = (courtId: string, changedAt = recordedAt) => ({
  userId: 'ann',
  courtId,
  changedAt,
});
const limits = { changesPerDay: MOST_FAVOURITES + 2 };
const add = (courtId: string) =>
  ({ type: 'AddFavourite', data: { ...favouriteFields(courtId), limits } }) as const;
const remove = (courtId: string) =>
  ({ type: 'RemoveFavourite', data: { ...favouriteFields(courtId), limits } }) as const;
const added = (courtId: string, changedAt = recordedAt): FavouriteEvent => ({
  type: 'FavouriteAdded',
  data: favouriteFields(courtId, changedAt),
});
const removed = (courtId: string): FavouriteEvent => ({
  type: 'FavouriteRemoved',
  data: favouriteFields(courtId),
});
const full = Array.from({ length: MOST_FAVOURITES }, (_, index) => added(`court ${index}`));

describe('a favorite court', () => {
  it('counts once', () => {
    given().when(add('clay')).then(added('clay'));
    given(added('clay')).when(add('clay')).thenNothing();
  });

  it('can be removed once and added again', () => {
    given(added('clay')).when(remove('clay')).then(removed('clay'));
    given().when(remove('clay')).thenNothing();
    given(added('clay'), removed('clay')).when(add('clay')).then(added('clay'));
  });

  it('counts toward the limit of a hundred', () => {
    given(...full)
      .when(add('one more'))
      .thenRefused('fair_use');
    given(...full, removed('court 0'))
      .when(add('one more'))
      .then(added('one more'));
  });

  it('counts toward the daily limit of changes', () => {
    const restless = [...full, removed('court 0'), removed('court 1')];
    given(...restless)
      .when(remove('court 2'))
      .thenRefused('fair_use');
    given(...restless)
      .when({
        type: 'RemoveFavourite',
        data: { ...favouriteFields('court 2', '2027-03-11T00:00:00.000Z'), limits },
      })
      .then({
        type: 'FavouriteRemoved',
        data: favouriteFields('court 2', '2027-03-11T00:00:00.000Z'),
      });
  });
});

it('lists the newest favorite first', () => {
  const documents = fold(
    readModel,
    ...inStream('favourites-ann', added('clay'), added('grass'), added('hard'), removed('grass')),
  );
  expect(documents.get('ann')).toEqual({ userId: 'ann', courtIds: ['hard', 'clay'] });
});
