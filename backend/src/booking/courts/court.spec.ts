import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { court, isShown } from './court.js';
import type { CourtDetails, CourtEvent } from './court.events.js';
import {
  aCourt,
  activated,
  details,
  everyDay,
  guestInfo,
  listed,
  photosChanged,
} from '../../../testing/court.js';

const given = specification(court);
const at = '2027-03-02T09:00:00.000Z';
const commandData = { courtId: 'roxbury', hostId: 'hana', at, limits: { changesPerDay: 4 } };
const deactivated: CourtEvent = {
  type: 'CourtDeactivated',
  data: { courtId: 'roxbury', hostId: 'hana', at },
};

const change = (
  changes: Partial<CourtDetails> = {},
  photos: { keep?: string[]; added?: string[] } = {},
) => ({
  type: 'ChangeCourt' as const,
  data: {
    ...commandData,
    details: { ...details, ...changes },
    guestInfo,
    zone: null as string | null,
    keep: photos.keep ?? null,
    added: photos.added ?? [],
  },
});

const detailsChanged = (changes: Partial<CourtDetails>): CourtEvent => ({
  type: 'CourtDetailsChanged',
  data: { courtId: 'roxbury', hostId: 'hana', ...details, ...changes, changedAt: at },
});

describe('listing a court', () => {
  it('shows it immediately', () =>
    given()
      .when({ type: 'ListCourt', data: { ...aCourt(), guestInfo, photos: [] } })
      .then(listed(), activated));

  it('keeps each photo once, in order', () =>
    given()
      .when({ type: 'ListCourt', data: { ...aCourt(), guestInfo, photos: ['b', 'a', 'b'] } })
      .then(listed(), photosChanged(['b', 'a']), activated));

  it('creates a draft without a surface', () =>
    given()
      .when({
        type: 'ListCourt',
        data: { ...aCourt({ surfaceType: 'other' }), guestInfo, photos: [] },
      })
      .then(listed({ surfaceType: 'other' })));

  it('fails for a court that exists', () =>
    given(listed())
      .when({ type: 'ListCourt', data: { ...aCourt(), guestInfo, photos: [] } })
      .thenRefused('conflict'));
});

describe('changing a listing', () => {
  it('records the changed details', () =>
    given(listed(), activated)
      .when(change({ rateCents: 25_000 }))
      .then(detailsChanged({ rateCents: 25_000 })));

  it('records nothing without a change', () =>
    given(listed(), photosChanged(['a']), activated)
      .when(change())
      .thenNothing());

  it('records guest info as a separate event', () => {
    const nextGuestInfo = {
      houseRules: 'Soft soles',
      arrivalNotes: 'Park by the barn',
      gateCode: '4711',
    };
    const { data } = change();
    const changed: CourtEvent = {
      type: 'CourtGuestInfoChanged',
      data: { courtId: 'roxbury', hostId: 'hana', ...nextGuestInfo, changedAt: at },
    };
    given(listed(), activated)
      .when({ type: 'ChangeCourt', data: { ...data, guestInfo: nextGuestInfo } })
      .then(changed);
    given(listed(), activated, changed)
      .when({ type: 'ChangeCourt', data: { ...data, guestInfo: nextGuestInfo } })
      .thenNothing();
  });

  it('keeps all photos and adds new ones', () =>
    given(listed(), photosChanged(['a']))
      .when(change({}, { added: ['b'] }))
      .then(photosChanged(['a', 'b'], at)));

  it('keeps the requested photos in the requested order', () =>
    given(listed(), photosChanged(['a', 'b', 'c']))
      .when(change({}, { keep: ['c', 'a'], added: ['d'] }))
      .then(photosChanged(['c', 'a', 'd'], at)));

  it('fails if a photo to keep does not exist', () =>
    given(listed(), photosChanged(['a']))
      .when(change({}, { keep: ['z'] }))
      .thenRefused('invalid_request'));

  it('fails with more than five photos', () =>
    given(listed(), photosChanged(['a', 'b', 'c', 'd']))
      .when(change({}, { added: ['e', 'f'] }))
      .thenRefused('too_large'));

  it('deactivates a court that loses its surface', () =>
    given(listed(), activated)
      .when(change({ surfaceType: 'other' }))
      .then(detailsChanged({ surfaceType: 'other' }), deactivated));

  it('fails for another zone', () => {
    const zoneChange = change();
    given(listed())
      .when({ ...zoneChange, data: { ...zoneChange.data, zone: 'America/Phoenix' } })
      .thenRefused('invalid_request');
  });
});

describe('changing the schedule', () => {
  const weeklyHours = { ...everyDay, sunday: [] };
  const bookingRules = { leadMinutes: 30, horizonDays: 60, instantBook: true };

  it('records hours and booking rules', () =>
    given(listed())
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours, bookingRules } })
      .then({
        type: 'CourtScheduleChanged',
        data: { courtId: 'roxbury', hostId: 'hana', weeklyHours, bookingRules, changedAt: at },
      }));

  it('keeps the booking rules if only the hours change', () =>
    given(listed(), {
      type: 'CourtScheduleChanged',
      data: {
        courtId: 'roxbury',
        hostId: 'hana',
        weeklyHours: everyDay,
        bookingRules,
        changedAt: at,
      },
    })
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours } })
      .then({
        type: 'CourtScheduleChanged',
        data: { courtId: 'roxbury', hostId: 'hana', weeklyHours, bookingRules, changedAt: at },
      }));

  it('records nothing for the same hours', () =>
    given(listed())
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours: everyDay } })
      .thenNothing());
});

describe('the daily limit of listing changes', () => {
  const dayOf = (day: number, hour = 9) => `2027-03-0${day}T0${hour}:00:00.000Z`;
  const changedAt = (changedAt: string, rateCents: number): CourtEvent => ({
    type: 'CourtDetailsChanged',
    data: { courtId: 'roxbury', hostId: 'hana', ...details, rateCents, changedAt },
  });
  const four = [deactivated, ...[0, 1, 2].map((rate) => changedAt(dayOf(2), rate))];

  it('rejects more changes on the same day', () => {
    given(listed(), ...four)
      .when(change({ rateCents: 3 }))
      .thenRefused('fair_use');
    given(listed(), ...four)
      .when({ type: 'Activate', data: commandData })
      .thenRefused('fair_use');
    given(listed(), ...four)
      .when(change({ rateCents: 2 }))
      .thenNothing();
  });

  it('allows changes on the next day', () => {
    const tomorrow = { ...commandData, at: dayOf(3) };
    given(listed(), ...four)
      .when({ type: 'Activate', data: tomorrow })
      .then({ type: 'CourtActivated', data: { courtId: 'roxbury', hostId: 'hana', at: dayOf(3) } });
    given(listed(), ...four, changedAt(dayOf(3), 5))
      .when({ ...change(), data: { ...change().data, at: dayOf(3, 8) } })
      .then(changedAt(dayOf(3, 8), details.rateCents));
  });
});

describe('activating and deactivating a court', () => {
  it('hides a visible court once', () => {
    given(listed(), activated).when({ type: 'Deactivate', data: commandData }).then(deactivated);
    given(listed(), activated, deactivated)
      .when({ type: 'Deactivate', data: commandData })
      .thenNothing();
  });

  it('shows a hidden court once', () => {
    given(listed())
      .when({ type: 'Activate', data: commandData })
      .then({ type: 'CourtActivated', data: { courtId: 'roxbury', hostId: 'hana', at } });
    given(listed(), activated).when({ type: 'Activate', data: commandData }).thenNothing();
  });

  it('fails to activate a draft', () =>
    given(listed({ surfaceType: 'other' }))
      .when({ type: 'Activate', data: commandData })
      .thenRefused('wrong_status'));

  it('activates a former draft once it has a surface', () =>
    given(listed({ surfaceType: 'other' }), detailsChanged({ surfaceType: 'clay' }))
      .when({ type: 'Activate', data: commandData })
      .then({ type: 'CourtActivated', data: { courtId: 'roxbury', hostId: 'hana', at } }));
});

describe('the court of another host', () => {
  const stranger = { ...commandData, hostId: 'sam' };
  const commands = [
    { ...change(), data: { ...change().data, hostId: 'sam' } },
    { type: 'ChangeSchedule' as const, data: { ...stranger, weeklyHours: everyDay } },
    { type: 'Activate' as const, data: stranger },
    { type: 'Deactivate' as const, data: stranger },
  ];

  it.each(commands)('rejects $type like a missing court', (command) => {
    given(listed(), activated).when(command).thenRefused('not_found');
    given().when(command).thenRefused('not_found');
  });
});

it('names court and host in every event', () => {
  const photos = {
    ...change().data,
    added: ['a'],
    details: { ...details, name: 'Another', surfaceType: 'other' as const },
  };
  const commands = [
    { type: 'ChangeCourt' as const, data: photos },
    {
      type: 'ChangeSchedule' as const,
      data: { ...commandData, weeklyHours: { ...everyDay, monday: [] } },
    },
    { type: 'Deactivate' as const, data: commandData },
  ];
  const listing = court.decide(
    { type: 'ListCourt', data: { ...aCourt(), guestInfo, photos: ['a'] } },
    null,
  );
  const state = foldAll(court, [listed(), activated]);
  const events = [...listing, ...commands.flatMap((command) => court.decide(command, state))];
  expect(new Set(events.map(({ type }) => type)).size).toBe(6);
  for (const { data } of events) expect(data).toMatchObject({ courtId: 'roxbury', hostId: 'hana' });
});

describe('a court hidden by an admin', () => {
  const hide = { type: 'Hide', data: { reason: 'The fence is broken.', at } } as const;
  const unhide = { type: 'Unhide', data: { reason: 'It is mended.', at } } as const;
  const hidingFields = { courtId: 'roxbury', hostId: 'hana', zone: 'America/Los_Angeles', at };
  const hidden: CourtEvent = {
    type: 'CourtHidden',
    data: { ...hidingFields, reason: 'The fence is broken.' },
  };
  const unhidden: CourtEvent = {
    type: 'CourtUnhidden',
    data: { ...hidingFields, reason: 'It is mended.' },
  };
  const isShownAfter = (...events: CourtEvent[]) => isShown(foldAll(court, events)!);

  it('hides and reappears once each', () => {
    given(listed(), activated).when(hide).then(hidden);
    given(listed(), activated, hidden).when(hide).thenNothing();
    given(listed(), activated, hidden).when(unhide).then(unhidden);
    given(listed(), activated).when(unhide).thenNothing();
    given().when(hide).thenRefused('not_found');
  });
  it('stays hidden whatever its host does', () => {
    expect(isShownAfter(listed(), activated, hidden)).toBe(false);
    expect(isShownAfter(listed(), hidden, activated)).toBe(false);
    expect(isShownAfter(listed(), activated, hidden, deactivated, activated)).toBe(false);
    expect(isShownAfter(listed(), activated, hidden, unhidden)).toBe(true);
    expect(isShownAfter(listed(), activated, hidden, deactivated, unhidden)).toBe(false);
  });
  it("does not count toward the host's daily changes", () =>
    expect(foldAll(court, [listed(), activated, hidden, unhidden])!.changes.count).toBe(1));
});

describe('the fold of a listing', () => {
  it('contains details, photos, and status', () =>
    expect(
      foldAll(court, [
        listed(),
        photosChanged(['a']),
        activated,
        detailsChanged({ name: 'Roxbury II' }),
      ]),
    ).toEqual({
      ...aCourt(),
      ...guestInfo,
      name: 'Roxbury II',
      photos: ['a'],
      isActive: true,
      hiddenBecause: null,
      changes: { date: at.slice(0, 10), count: 1 },
    }));
});

describe('a court whose host leaves', () => {
  const { courtId, hostId } = commandData;
  const retire = { type: 'Retire', data: { courtId, hostId, at } } as const;

  it('loses photos and visibility despite the daily limit', () =>
    given(
      listed(),
      photosChanged(['a']),
      activated,
      ...Array.from({ length: 4 }, () => deactivated),
      activated,
    )
      .when(retire)
      .then(
        { type: 'CourtPhotosChanged', data: { courtId, hostId, photos: [], changedAt: at } },
        deactivated,
      ));
  it('stays unchanged if it is a draft', () =>
    given(listed({ surfaceType: 'other' }))
      .when(retire)
      .thenNothing());
  it('cannot be retired by another user', () =>
    given(listed(), activated)
      .when({ type: 'Retire', data: { courtId, hostId: 'ivan', at } })
      .thenRefused('not_found'));
});
