import { describe, expect, it } from '@jest/globals';
import { court } from '../../booking/courts/court.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { hostApplication, applicationReviewed } from '../../../testing/applications.js';
import type { ApplicationEvent } from './application.events.js';
import { applications } from './application.js';
import { courtDraftOf } from './draft.js';
import { courtPlaceOf } from './review.commands.js';

const approved = (changes = {}) => {
  const events: ApplicationEvent[] = [
    { type: 'HostApplied', data: hostApplication(changes) },
    applicationReviewed(),
  ];
  const [application] = foldAll(applications, events);
  if (application?.kind !== 'host') throw new Error('no application of a host');
  return courtDraftOf(application, {
    courtId: 'court-1',
    hostId: 'robin',
    listedAt: '2027-03-11T09:00:00.000Z',
  });
};

describe('the draft of a court', () => {
  it('contains the details from the application', () =>
    expect(approved()).toMatchObject({
      hostId: 'robin',
      name: 'Private court in Paradise Valley',
      description: 'A quiet court between citrus trees.',
      address: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
      location: 'Paradise Valley',
      zone: 'America/Phoenix',
      standardOffsetMinutes: -420,
      surfaceType: 'hard',
      sports: ['tennis', 'pickleball'],
      rateCents: 0,
      guestInfo: { houseRules: '', arrivalNotes: '', gateCode: '' },
    }));

  it('has the hours that the applicant described, or the default ones', () => {
    const { weeklyHours } = approved();
    expect([weeklyHours.monday, weeklyHours.sunday]).toEqual([
      [{ from: '07:00', to: '12:00' }],
      [],
    ]);
    const { weeklyHours: defaultHours } = approved({ availability: 'Call me to find a time' });
    expect(defaultHours.sunday).toEqual([{ from: '07:00', to: '21:00' }]);
  });

  it('stays hidden until it has a rate and a surface', () => {
    const list = { type: 'ListCourt', data: { ...approved(), photos: [] } } as const;
    const events = court.decide(list, null);
    expect(events.map(({ type }) => type)).not.toContain('CourtActivated');
    const limits = { changesPerDay: 50 };
    const recordedAt = '2027-03-11T10:00:00.000Z';
    const activate = {
      type: 'Activate',
      data: { courtId: 'court-1', hostId: 'robin', at: recordedAt, limits },
    } as const;
    expect(() => court.decide(activate, foldAll(court, events))).toThrow(
      'Set the rate of this court first.',
    );
    const other = {
      type: 'ListCourt',
      data: { ...approved({ courtSurface: 'other' }), photos: [] },
    } as const;
    expect(() => court.decide(activate, foldAll(court, court.decide(other, null)))).toThrow(
      'Choose the surface',
    );
  });
});

describe('the place of a court', () => {
  const address = '8412 E Horseshoe Ln, Paradise Valley, AZ 85253';

  it('uses an address in an open city', () => {
    expect(courtPlaceOf(address, {})).toEqual({
      location: 'Paradise Valley',
      zone: 'America/Phoenix',
    });
    expect(courtPlaceOf('9 Rodeo Drive, beverly hills', {})).toEqual({
      location: 'beverly hills',
      zone: 'America/Los_Angeles',
    });
  });

  it("prefers the admin's input", () => {
    expect(courtPlaceOf(address, { location: 'Austin, TX' })).toEqual({
      location: 'Austin, TX',
      zone: 'America/Chicago',
    });
    expect(courtPlaceOf('1 Main Street', { location: 'Boise', zone: 'America/Boise' })).toEqual({
      location: 'Boise',
      zone: 'America/Boise',
    });
  });

  it.each([
    ['an address without a city', '8412 E Horseshoe Ln', {}, 'location'],
    ['a city of the same name elsewhere', '1 Main Street, Austin, MN 55912', {}, 'location'],
    ['a city that Courtly is not open in', '1 Main Street', { location: 'Boise' }, 'zone'],
    ['a zone that does not exist', '1 Main Street', { location: 'Boise', zone: 'Mars' }, 'zone'],
  ])('rejects %s', (_, where, placeInput, field) =>
    expect(() => courtPlaceOf(where, placeInput)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
      }),
    ),
  );
});
