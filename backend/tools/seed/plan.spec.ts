import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, localDate } from '@courtly/backend/platform/kernel/local-time';
import { demoCourts } from './courts.js';
import { demoPeople } from './people.js';
import { type Act, planSeed } from './plan.js';
import { REGISTERED_DAYS_AGO } from './settle.js';

const nowMs = Date.parse('2027-03-10T17:00:00.000Z');
const demoPlan = planSeed(nowMs);
const namesOf = (demoActs: readonly Act[], ...kinds: Act['act'][]) =>
  demoActs.filter(({ act }) => kinds.includes(act));

describe('the demo', () => {
  it('depends only on the instant', () => expect(planSeed(nowMs)).toEqual(demoPlan));
  it('puts all decisions in the past, in order', () => {
    expect(demoPlan.every(({ at }) => Date.parse(at) <= nowMs)).toBe(true);
    expect(demoPlan.map(({ at }) => at)).toEqual(demoPlan.map(({ at }) => at).sort());
  });
  it('covers five cities in their time zones', () =>
    expect(new Set(demoCourts.map(({ location, zone }) => `${location} ${zone}`))).toEqual(
      new Set([
        'Paradise Valley America/Phoenix',
        'Scottsdale America/Phoenix',
        'Austin America/Chicago',
        'Palm Beach America/New_York',
        'Beverly Hills America/Los_Angeles',
      ]),
    ));
  it('includes twelve courts, four hosts, eight players, and an admin', () => {
    expect(demoCourts).toHaveLength(12);
    const kinds = Object.groupBy(demoPeople, ({ kind }) => kind);
    expect([kinds.host!.length, kinds.player!.length, kinds.admin!.length]).toEqual([4, 8, 1]);
  });
  it('includes one invite-only court that only invited players book', () => {
    const [court, ...otherCourts] = demoCourts.filter(
      ({ courtAccess }) => courtAccess === 'invite',
    );
    expect(otherCourts).toEqual([]);
    const booked = demoPlan.flatMap((demoAct) =>
      demoAct.act === 'request' && demoAct.court === court ? demoAct.player : [],
    );
    expect([...new Set(booked)].sort()).toEqual([...court!.invited].sort());
    expect([court!.invited.includes('imani'), court!.invited.includes('pavel')]).toEqual([
      true,
      false,
    ]);
    expect(
      demoPlan.some(
        (demoAct) =>
          demoAct.act === 'request' && demoAct.court === court && demoAct.startTime > demoAct.at,
      ),
    ).toBe(true);
  });
  it('ends bookings in all possible ways', () =>
    expect(new Set(demoPlan.map(({ act }) => act))).toEqual(
      new Set([
        'request',
        'approve',
        'decline',
        'cancel as host',
        'cancel as player',
        'expire',
        'complete',
        'close',
      ]),
    ));
  it('gives each host half a year of played hours', () => {
    const months = Map.groupBy(
      namesOf(demoPlan, 'complete'),
      ({ court, at }) => `${court.host} ${at.slice(0, 7)}`,
    );
    for (const host of ['hana', 'marcus', 'lucia', 'desmond'])
      expect(
        [...months.keys()].filter((key) => key.startsWith(host)).length,
      ).toBeGreaterThanOrEqual(6);
  });
  it('starts after all users have registered', () =>
    expect(Date.parse(demoPlan[0]!.at)).toBeGreaterThan(
      nowMs - (REGISTERED_DAYS_AGO - 1) * DAY_MS,
    ));
  it('leaves some requests pending and some hours upcoming', () => {
    const coming = namesOf(demoPlan, 'request').filter(
      ({ startTime }) => Date.parse(startTime) > nowMs,
    );
    const later = (demoAct: Act) =>
      demoPlan.filter(({ booking, act }) => booking === demoAct.booking && act !== 'request');
    const open = coming.filter(
      (demoAct) => later(demoAct).length === 0 && !demoAct.court.instantBook,
    );
    for (const host of ['hana', 'marcus'])
      expect(open.filter(({ court }) => court.host === host).length).toBeGreaterThan(1);
    expect(
      coming.filter((demoAct) => later(demoAct).some(({ act }) => act === 'approve')).length,
    ).toBeGreaterThan(3);
  });
  it('never approves, declines, or expires instant bookings', () =>
    expect(
      namesOf(demoPlan, 'approve', 'decline', 'expire').filter(({ court }) => court.instantBook),
    ).toEqual([]));
  it('gives a player at most three open hours, never two at the same time', () => {
    const requests = demoPlan.filter((demoAct) => demoAct.act === 'request');
    for (const request of requests) {
      const open = requests.filter(
        (other) =>
          other.player === request.player && other.at <= request.at && other.endTime > request.at,
      );
      expect(open.length).toBeLessThanOrEqual(3);
      expect(
        requests.filter(
          (other) => other.player === request.player && other.startTime === request.startTime,
        ),
      ).toHaveLength(1);
    }
  });
});

it.each([
  ['the day clocks go forward', '2027-03-14T12:00:00.000Z'],
  ['the day clocks go back', '2027-11-07T09:00:00.000Z'],
  ['an evening on the next UTC day', '2027-07-02T04:00:00.000Z'],
])('plans only existing local hours on %s', (_, instant) => {
  for (const { court, startTime, endTime, act } of planSeed(Date.parse(instant))) {
    expect(localDate(court.zone, startTime)).toBe(localDate(court.zone, Date.parse(endTime) - 1));
    if (act === 'request') expect(Date.parse(endTime) - Date.parse(startTime)).toBe(HOUR_MS);
  }
});
