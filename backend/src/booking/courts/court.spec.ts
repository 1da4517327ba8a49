import { describe, expect, it } from '@jest/globals';
import type { NeighborRules } from '@courtly/contracts/neighbor-rules';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { court, isShown } from './court.js';
import type { CourtDetails, CourtEvent } from './court.events.js';
import {
  courtFields,
  courtActivated,
  courtDetails,
  everyDay,
  guestInfo,
  courtListed,
  photosChanged,
} from '../../../testing/court.js';

const given = specification(court);
const recordedAt = '2027-03-02T09:00:00.000Z';
const commandData = {
  courtId: 'roxbury',
  hostId: 'hana',
  at: recordedAt,
  limits: { changesPerDay: 4 },
};
const deactivated: CourtEvent = {
  type: 'CourtDeactivated',
  data: { courtId: 'roxbury', hostId: 'hana', at: recordedAt },
};

const change = (
  changes: Partial<CourtDetails> = {},
  photos: { keep?: string[]; added?: string[] } = {},
) => ({
  type: 'ChangeCourt' as const,
  data: {
    ...commandData,
    details: { ...courtDetails, ...changes },
    guestInfo,
    zone: null as string | null,
    keep: photos.keep ?? null,
    added: photos.added ?? [],
  },
});

const detailsChanged = (changes: Partial<CourtDetails>): CourtEvent => ({
  type: 'CourtDetailsChanged',
  data: { courtId: 'roxbury', hostId: 'hana', ...courtDetails, ...changes, changedAt: recordedAt },
});

describe('listing a court', () => {
  it('shows it immediately', () =>
    given()
      .when({ type: 'ListCourt', data: { ...courtFields(), guestInfo, photos: [] } })
      .then(courtListed(), courtActivated));

  it('keeps each photo once, in order', () =>
    given()
      .when({ type: 'ListCourt', data: { ...courtFields(), guestInfo, photos: ['b', 'a', 'b'] } })
      .then(courtListed(), photosChanged(['b', 'a']), courtActivated));

  it('creates a draft without a surface', () =>
    given()
      .when({
        type: 'ListCourt',
        data: { ...courtFields({ surfaceType: 'other' }), guestInfo, photos: [] },
      })
      .then(courtListed({ surfaceType: 'other' })));

  it('fails for a court that already exists', () =>
    given(courtListed())
      .when({ type: 'ListCourt', data: { ...courtFields(), guestInfo, photos: [] } })
      .thenRefused('conflict'));
});

describe("the neighbors' rules", () => {
  const evening: NeighborRules = { ...standardNeighborRules, lightsOff: '22:00', maxPlayers: 2 };
  const rulesChanged = (neighborRules: NeighborRules, changedAt = recordedAt): CourtEvent => ({
    type: 'CourtNeighborRulesChanged',
    data: { courtId: 'roxbury', hostId: 'hana', neighborRules, changedAt },
  });
  const changeRules = (neighborRules?: NeighborRules) => {
    const { type, data } = change();
    return { type, data: { ...data, neighborRules } };
  };

  it('are recorded with the listing unless they are the standard ones', () => {
    const listing = { ...courtFields(), guestInfo, photos: [] };
    given()
      .when({ type: 'ListCourt', data: { ...listing, neighborRules: evening } })
      .then(courtListed(), rulesChanged(evening, listing.listedAt), courtActivated);
    given()
      .when({ type: 'ListCourt', data: { ...listing, neighborRules: standardNeighborRules } })
      .then(courtListed(), courtActivated);
  });

  it('change once, and stay if the form does not mention them', () => {
    given(courtListed()).when(changeRules(evening)).then(rulesChanged(evening));
    given(courtListed(), rulesChanged(evening)).when(changeRules(evening)).thenNothing();
    given(courtListed(), rulesChanged(evening)).when(changeRules()).thenNothing();
    given(courtListed(), rulesChanged(evening))
      .when(changeRules(standardNeighborRules))
      .then(rulesChanged(standardNeighborRules));
  });

  it('include a note by an admin, which does not count as a change by the host', () => {
    const noteCity = { note: 'Needs a light permit.', at: recordedAt };
    const noted: CourtEvent = {
      type: 'CourtCityNoteChanged',
      data: { courtId: 'roxbury', hostId: 'hana', ...noteCity },
    };
    given(courtListed()).when({ type: 'NoteCity', data: noteCity }).then(noted);
    given(courtListed(), noted).when({ type: 'NoteCity', data: noteCity }).thenNothing();
    given().when({ type: 'NoteCity', data: noteCity }).thenRefused('not_found');
    given(courtListed(), noted, noted, noted, noted)
      .when(changeRules(evening))
      .then(rulesChanged(evening));
  });
});

describe('changing a listing', () => {
  it('records the changed details', () =>
    given(courtListed(), courtActivated)
      .when(change({ rateCents: 25_000 }))
      .then(detailsChanged({ rateCents: 25_000 })));

  it('records nothing without a change', () =>
    given(courtListed(), photosChanged(['a']), courtActivated)
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
      data: { courtId: 'roxbury', hostId: 'hana', ...nextGuestInfo, changedAt: recordedAt },
    };
    given(courtListed(), courtActivated)
      .when({ type: 'ChangeCourt', data: { ...data, guestInfo: nextGuestInfo } })
      .then(changed);
    given(courtListed(), courtActivated, changed)
      .when({ type: 'ChangeCourt', data: { ...data, guestInfo: nextGuestInfo } })
      .thenNothing();
  });

  it('keeps all photos and adds new ones', () =>
    given(courtListed(), photosChanged(['a']))
      .when(change({}, { added: ['b'] }))
      .then(photosChanged(['a', 'b'], recordedAt)));

  it('keeps the requested photos in the requested order', () =>
    given(courtListed(), photosChanged(['a', 'b', 'c']))
      .when(change({}, { keep: ['c', 'a'], added: ['d'] }))
      .then(photosChanged(['c', 'a', 'd'], recordedAt)));

  it('fails if a photo to keep does not exist', () =>
    given(courtListed(), photosChanged(['a']))
      .when(change({}, { keep: ['z'] }))
      .thenRefused('invalid_request'));

  it('fails with more than five photos', () =>
    given(courtListed(), photosChanged(['a', 'b', 'c', 'd']))
      .when(change({}, { added: ['e', 'f'] }))
      .thenRefused('too_large'));

  it('deactivates a court that loses its surface', () =>
    given(courtListed(), courtActivated)
      .when(change({ surfaceType: 'other' }))
      .then(detailsChanged({ surfaceType: 'other' }), deactivated));

  it('fails for another zone', () => {
    const zoneChange = change();
    given(courtListed())
      .when({ ...zoneChange, data: { ...zoneChange.data, zone: 'America/Phoenix' } })
      .thenRefused('invalid_request');
  });
});

describe('changing the schedule', () => {
  const weeklyHours = { ...everyDay, sunday: [] };
  const bookingRules = { leadMinutes: 30, horizonDays: 60, instantBook: true };

  it('records hours and booking rules', () =>
    given(courtListed())
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours, bookingRules } })
      .then({
        type: 'CourtScheduleChanged',
        data: {
          courtId: 'roxbury',
          hostId: 'hana',
          weeklyHours,
          bookingRules,
          changedAt: recordedAt,
        },
      }));

  it('keeps the booking rules if only the hours change', () =>
    given(courtListed(), {
      type: 'CourtScheduleChanged',
      data: {
        courtId: 'roxbury',
        hostId: 'hana',
        weeklyHours: everyDay,
        bookingRules,
        changedAt: recordedAt,
      },
    })
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours } })
      .then({
        type: 'CourtScheduleChanged',
        data: {
          courtId: 'roxbury',
          hostId: 'hana',
          weeklyHours,
          bookingRules,
          changedAt: recordedAt,
        },
      }));

  it('records nothing for the same hours', () =>
    given(courtListed())
      .when({ type: 'ChangeSchedule', data: { ...commandData, weeklyHours: everyDay } })
      .thenNothing());
});

describe('a form that started from an older version of a court', () => {
  const changed = [courtListed(), courtActivated];

  it('changes nothing', () => {
    const details = change({ name: 'Roxbury II' });
    for (const outdated of [
      { ...details, data: { ...details.data, version: 0 } },
      {
        type: 'ChangeSchedule' as const,
        data: { ...commandData, weeklyHours: everyDay, version: 0 },
      },
    ])
      given(...changed)
        .when(outdated)
        .thenRefused('court_changed');
  });

  it('does not affect the current version or clients that name none', () => {
    for (const version of [1, undefined]) {
      const { type, data } = change({ name: 'Roxbury II' });
      given(...changed)
        .when({ type, data: { ...data, version } })
        .then(detailsChanged({ name: 'Roxbury II' }));
    }
  });
});

describe('the daily limit of listing changes', () => {
  const dayOf = (day: number, hour = 9) => `2027-03-0${day}T0${hour}:00:00.000Z`;
  const changedAt = (changedAt: string, rateCents: number): CourtEvent => ({
    type: 'CourtDetailsChanged',
    data: { courtId: 'roxbury', hostId: 'hana', ...courtDetails, rateCents, changedAt },
  });
  const four = [deactivated, ...[0, 1, 2].map((rate) => changedAt(dayOf(2), rate))];

  it('rejects more changes on the same day', () => {
    given(courtListed(), ...four)
      .when(change({ rateCents: 3 }))
      .thenRefused('fair_use');
    given(courtListed(), ...four)
      .when({ type: 'Activate', data: commandData })
      .thenRefused('fair_use');
    given(courtListed(), ...four)
      .when(change({ rateCents: 2 }))
      .thenNothing();
  });

  it('allows changes on the next day', () => {
    const tomorrow = { ...commandData, at: dayOf(3) };
    given(courtListed(), ...four)
      .when({ type: 'Activate', data: tomorrow })
      .then({ type: 'CourtActivated', data: { courtId: 'roxbury', hostId: 'hana', at: dayOf(3) } });
    given(courtListed(), ...four, changedAt(dayOf(3), 5))
      .when({ ...change(), data: { ...change().data, at: dayOf(3, 8) } })
      .then(changedAt(dayOf(3, 8), courtDetails.rateCents));
  });
});

describe('activating and deactivating a court', () => {
  it('hides a visible court once', () => {
    given(courtListed(), courtActivated)
      .when({ type: 'Deactivate', data: commandData })
      .then(deactivated);
    given(courtListed(), courtActivated, deactivated)
      .when({ type: 'Deactivate', data: commandData })
      .thenNothing();
  });

  it('shows a hidden court once', () => {
    given(courtListed())
      .when({ type: 'Activate', data: commandData })
      .then({
        type: 'CourtActivated',
        data: { courtId: 'roxbury', hostId: 'hana', at: recordedAt },
      });
    given(courtListed(), courtActivated)
      .when({ type: 'Activate', data: commandData })
      .thenNothing();
  });

  it('fails to activate a draft', () =>
    given(courtListed({ surfaceType: 'other' }))
      .when({ type: 'Activate', data: commandData })
      .thenRefused('wrong_status'));

  it('activates a former draft once it has a surface', () =>
    given(courtListed({ surfaceType: 'other' }), detailsChanged({ surfaceType: 'clay' }))
      .when({ type: 'Activate', data: commandData })
      .then({
        type: 'CourtActivated',
        data: { courtId: 'roxbury', hostId: 'hana', at: recordedAt },
      }));
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
    given(courtListed(), courtActivated).when(command).thenRefused('not_found');
    given().when(command).thenRefused('not_found');
  });
});

it('names the court and the host in every event', () => {
  const photos = {
    ...change().data,
    added: ['a'],
    details: { ...courtDetails, name: 'Another', surfaceType: 'other' as const },
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
    { type: 'ListCourt', data: { ...courtFields(), guestInfo, photos: ['a'] } },
    null,
  );
  const state = foldAll(court, [courtListed(), courtActivated]);
  const events = [...listing, ...commands.flatMap((command) => court.decide(command, state))];
  expect(new Set(events.map(({ type }) => type)).size).toBe(6);
  for (const { data } of events) expect(data).toMatchObject({ courtId: 'roxbury', hostId: 'hana' });
});

describe('the standard time of a court', () => {
  const set = {
    type: 'SetStandardTime',
    data: { standardOffsetMinutes: -480, at: recordedAt },
  } as const;
  const listedEarlier = courtListed({ standardOffsetMinutes: null });
  const setEvent: CourtEvent = {
    type: 'CourtStandardTimeSet',
    data: { courtId: 'roxbury', hostId: 'hana', standardOffsetMinutes: -480, setAt: recordedAt },
  };

  it('is set once, if the court was listed without one', () => {
    given(listedEarlier).when(set).then(setEvent);
    given(listedEarlier, setEvent)
      .when({ ...set, data: { ...set.data, standardOffsetMinutes: -420 } })
      .thenNothing();
    given(courtListed()).when(set).thenNothing();
    given().when(set).thenRefused('not_found');
  });

  it('still shows that earlier releases may have used local dates', () =>
    expect(foldAll(court, [listedEarlier, setEvent])).toMatchObject({
      standardOffsetMinutes: -480,
      hadLocalDays: true,
      changes: { count: 0 },
    }));
});

describe('a court hidden by an admin', () => {
  const hide = { type: 'Hide', data: { reason: 'The fence is broken.', at: recordedAt } } as const;
  const unhide = { type: 'Unhide', data: { reason: 'It is mended.', at: recordedAt } } as const;
  const hidingFields = {
    courtId: 'roxbury',
    hostId: 'hana',
    zone: 'America/Los_Angeles',
    at: recordedAt,
  };
  const hidden: CourtEvent = {
    type: 'CourtHidden',
    data: { ...hidingFields, reason: 'The fence is broken.' },
  };
  const unhidden: CourtEvent = {
    type: 'CourtUnhidden',
    data: { ...hidingFields, reason: 'It is mended.' },
  };
  const isShownAfter = (...events: CourtEvent[]) => isShown(foldAll(court, events)!);

  it('is hidden once and shown again once', () => {
    given(courtListed(), courtActivated).when(hide).then(hidden);
    given(courtListed(), courtActivated, hidden).when(hide).thenNothing();
    given(courtListed(), courtActivated, hidden).when(unhide).then(unhidden);
    given(courtListed(), courtActivated).when(unhide).thenNothing();
    given().when(hide).thenRefused('not_found');
  });
  it('stays hidden no matter what its host does', () => {
    expect(isShownAfter(courtListed(), courtActivated, hidden)).toBe(false);
    expect(isShownAfter(courtListed(), hidden, courtActivated)).toBe(false);
    expect(isShownAfter(courtListed(), courtActivated, hidden, deactivated, courtActivated)).toBe(
      false,
    );
    expect(isShownAfter(courtListed(), courtActivated, hidden, unhidden)).toBe(true);
    expect(isShownAfter(courtListed(), courtActivated, hidden, deactivated, unhidden)).toBe(false);
  });
  it("does not count toward the host's daily changes", () =>
    expect(foldAll(court, [courtListed(), courtActivated, hidden, unhidden])!.changes.count).toBe(
      1,
    ));
});

describe('the fold of a listing', () => {
  it('contains details, photos, and status', () =>
    expect(
      foldAll(court, [
        courtListed(),
        photosChanged(['a']),
        courtActivated,
        detailsChanged({ name: 'Roxbury II' }),
      ]),
    ).toEqual({
      ...courtFields(),
      ...guestInfo,
      neighborRules: standardNeighborRules,
      cityNote: '',
      name: 'Roxbury II',
      hadLocalDays: false,
      photos: ['a'],
      isActive: true,
      hiddenBecause: null,
      version: 3,
      changes: { date: recordedAt.slice(0, 10), count: 1 },
    }));
});

describe('a court whose host leaves', () => {
  const { courtId, hostId } = commandData;
  const retire = { type: 'Retire', data: { courtId, hostId, at: recordedAt } } as const;

  it('loses photos and visibility despite the daily limit', () =>
    given(
      courtListed(),
      photosChanged(['a']),
      courtActivated,
      ...Array.from({ length: 4 }, () => deactivated),
      courtActivated,
    )
      .when(retire)
      .then(
        {
          type: 'CourtPhotosChanged',
          data: { courtId, hostId, photos: [], changedAt: recordedAt },
        },
        deactivated,
      ));
  it('stays unchanged if it is a draft', () =>
    given(courtListed({ surfaceType: 'other' }))
      .when(retire)
      .thenNothing());
  it('cannot be retired by another user', () =>
    given(courtListed(), courtActivated)
      .when({ type: 'Retire', data: { courtId, hostId: 'ivan', at: recordedAt } })
      .thenRefused('not_found'));
});
