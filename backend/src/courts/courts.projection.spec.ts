import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '../kernel/events.js';
import { activated, aListing, details, everyDay, listed, photosChanged } from '../testing/court.js';
import type { CourtEvent } from './court.events.js';
import { type CourtDocument, courts } from './courts.projection.js';

const fold = (...events: CourtEvent[]) =>
  (events as Recorded<CourtEvent>[]).reduce<CourtDocument | null>(courts.evolve, null);

describe('the read model of courts', () => {
  it('holds one document for each court', () => expect(courts.key(listed() as Recorded<CourtEvent>)).toBe('roxbury'));

  it('shows the listing with its place in lower case', () =>
    expect(fold(listed(), photosChanged(['a']), activated)).toEqual({
      ...aListing({ photos: ['a'] }),
      place: 'beverly hills',
      features: ['lighting'],
    }));

  it('follows every kind of change', () => {
    const bookingRules = { leadMinutes: 30, horizonDays: 60, instantBook: true };
    const moved = { courtId: 'roxbury', hostId: 'hana', ...details, location: 'Austin', changedAt: 'later' };
    expect(
      fold(
        listed(),
        { type: 'CourtDetailsChanged', data: moved },
        {
          type: 'CourtScheduleChanged',
          data: { courtId: 'roxbury', hostId: 'hana', weeklyHours: everyDay, bookingRules, changedAt: 'later' },
        },
        activated,
        { type: 'CourtDeactivated', data: { courtId: 'roxbury', hostId: 'hana', at: 'later' } },
      ),
    ).toMatchObject({
      location: 'Austin',
      place: 'austin',
      zone: 'America/Los_Angeles',
      bookingRules,
      isActive: false,
    });
  });

  it.each([
    [['Floodlights'], 'public', ['lighting']],
    [['Ball Machine'], 'elite', ['ball-machine']],
    [['By invitation: invite only'], 'public', ['invite-only']],
    [['Private Lockers'], 'public', ['invite-only']],
    [[], 'invite', ['invite-only']],
    [['WiFi'], 'public', []],
  ] as const)('reads from amenities %j and access %s the features %j', (amenities, courtAccess, features) =>
    expect(fold(listed({ amenities: [...amenities], courtAccess }))?.features).toEqual(features),
  );
});
