import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  courtActivated,
  aListing,
  courtDetails,
  everyDay,
  courtListed,
  photosChanged,
} from '../../../testing/court.js';
import type { ReviewEvent } from '../reviews/review.events.js';
import { reviewRemoved, reviewsRevealed } from '../../../testing/review.js';
import type { CourtEvent } from './court.events.js';
import { type CourtDocument, courts } from './courts.projection.js';

type HandledEvent = Parameters<typeof courts.evolve>[1];

const fold = (...events: (CourtEvent | ReviewEvent)[]) =>
  (events as HandledEvent[]).reduce<CourtDocument | null>(
    (court, event) => courts.evolve(court, event, 'roxbury'),
    null,
  );

describe('the courts read model', () => {
  it('stores one document per court', () =>
    expect(courts.key(courtListed() as RecordedEvent<CourtEvent>)).toBe('roxbury'));

  it('contains the listing, with its name and place normalized for search', () =>
    expect(fold(courtListed(), photosChanged(['a']), courtActivated)).toEqual({
      ...aListing({ photos: ['a'], version: 2 }),
      searchName: 'roxbury court',
      place: 'beverly hills',
      city: 'beverly hills',
      isShown: true,
      features: ['lighting'],
      detailChanges: { count: 0, latest: aListing().listedAt },
      rated: { stars: 0, count: 0 },
    }));

  it('applies every kind of change', () => {
    const bookingRules = { leadMinutes: 30, horizonDays: 60, instantBook: true };
    const movedDetails = {
      courtId: 'roxbury',
      hostId: 'hana',
      ...courtDetails,
      location: 'Austin',
      changedAt: 'later',
    };
    expect(
      fold(
        courtListed(),
        { type: 'CourtDetailsChanged', data: movedDetails },
        {
          type: 'CourtScheduleChanged',
          data: {
            courtId: 'roxbury',
            hostId: 'hana',
            weeklyHours: everyDay,
            bookingRules,
            changedAt: 'later',
          },
        },
        courtActivated,
        { type: 'CourtDeactivated', data: { courtId: 'roxbury', hostId: 'hana', at: 'later' } },
      ),
    ).toMatchObject({
      location: 'Austin',
      place: 'austin',
      zone: 'America/Los_Angeles',
      bookingRules,
      isActive: false,
      hiddenBecause: null,
      isShown: false,
      detailChanges: { count: 1, latest: 'later' },
    });
  });

  it.each([
    [['Floodlights'], 'public', ['lighting']],
    [['Ball\u00A0Machíne'], 'elite', ['ball-machine']],
    [['By invitation: invite only'], 'public', ['invite-only']],
    [['Private Lockers'], 'public', ['invite-only']],
    [[], 'invite', ['invite-only']],
    [['WiFi'], 'public', []],
  ] as const)(
    'turns amenities %j and access %s into the features %j',
    (amenities, courtAccess, features) =>
      expect(fold(courtListed({ amenities: [...amenities], courtAccess }))?.features).toEqual(
        features,
      ),
  );
});

describe('the rating of a court', () => {
  const ratedAfter = (...events: ReviewEvent[]) => fold(courtListed(), ...events)?.rated;
  it('adds up revealed stars', () =>
    expect(ratedAfter(reviewsRevealed(), reviewsRevealed({ courtRating: 2 }))).toEqual({
      stars: 6,
      count: 2,
    }));
  it('ignores a missing review by the player', () =>
    expect(ratedAfter(reviewsRevealed({ courtRating: null }))).toEqual({ stars: 0, count: 0 }));
  it('subtracts removed stars that were revealed', () => {
    expect(ratedAfter(reviewsRevealed(), reviewRemoved({ revealedRating: 4 }))).toEqual({
      stars: 0,
      count: 0,
    });
    expect(ratedAfter(reviewsRevealed(), reviewRemoved())).toEqual({ stars: 4, count: 1 });
    const ofHost = reviewRemoved({ side: 'host', revealedRating: 5 });
    expect(ratedAfter(reviewsRevealed(), ofHost)).toEqual({ stars: 4, count: 1 });
  });
  it('survives changes to the court', () =>
    expect(fold(courtListed(), reviewsRevealed(), courtActivated)?.rated.count).toBe(1));
  it('does not create a missing court', () => expect(fold(reviewsRevealed())).toBeNull());
});
