import { describe, expect, it } from '@jest/globals';
import type { CancelRule } from '@courtly/contracts/bookings';
import { ConductPolicy } from '@courtly/contracts/policy';
import { fold, inStream } from '../../../testing/projection.js';
import {
  ANSWER_BY,
  REPORTED_AT,
  RULING_BY,
  aReport,
  byPlayer,
  incidentAnswered,
  incidentDecided,
  incidentEscalated,
  incidentMoveDeclined,
  incidentOverdue,
  incidentReported,
  incidentSettled,
  ofDamage,
  ofWeather,
} from '../../../testing/incident.js';
import { specification } from '../../../testing/specification.js';
import { incident, reportWindow } from './incident.js';
import type { IncidentEvent } from './incident.events.js';
import { incidents } from './incidents.projection.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { loadNoShows } from './no-shows.js';

const given = specification(incident);
const conduct = ConductPolicy.parse({});
const PLAYER_CANCELLATION = {
  reason: 'player_cancelled',
  declineReason: null,
  excuse: null,
  refundCents: 0,
  hostCents: 29_700,
  platformCents: 3_300,
  taxCents: 0,
  cancelledAt: '2027-03-13T18:30:00.000Z',
  note: '',
  noteBy: 'pavel',
} as const;
const beforeDeadline = '2027-03-15T19:59:59.999Z';
const answer = (by: string, agrees: boolean, at = REPORTED_AT) =>
  ({ type: 'Answer', data: { by, agrees, words: 'I was there.', at } }) as const;
const pass = (at: string, silenceUpholds = true) =>
  ({ type: 'PassDeadline', data: { at, silenceUpholds } }) as const;
const decide = (adminId: string, isUpheld = true) =>
  ({
    type: 'Decide',
    data: { adminId, isUpheld, reason: 'The camera shows it.', at: RULING_BY },
  }) as const;
const byTime = { by: 'time', decidedBy: 'hana', reason: '', decidedAt: ANSWER_BY } as const;

describe('a no-show report', () => {
  it('is made once', () => {
    given().when({ type: 'Report', data: aReport() }).then(incidentReported());
    given(incidentReported()).when({ type: 'Report', data: aReport() }).thenRefused('wrong_status');
  });

  it('is upheld if the other side does not answer in time', () => {
    given(incidentReported()).when(pass(beforeDeadline)).thenNothing();
    given(incidentReported()).when(pass(ANSWER_BY)).then(incidentDecided({}, byTime));
    given(incidentReported(), incidentDecided({}, byTime)).when(pass(RULING_BY)).thenNothing();
  });

  it('is upheld if the other side agrees', () =>
    given(incidentReported())
      .when(answer('pavel', true))
      .then(
        incidentAnswered({}, { agrees: true }),
        incidentDecided(
          {},
          { by: 'agreement', decidedBy: 'pavel', reason: '', decidedAt: REPORTED_AT },
        ),
      ));

  it('goes to an admin if it is disputed', () =>
    given(incidentReported())
      .when(answer('pavel', false))
      .then(incidentAnswered(), incidentEscalated({}, REPORTED_AT)));

  it('is answered only by the other side, once, and in time', () => {
    given(incidentReported()).when(answer('hana', true)).thenRefused('not_found');
    given(incidentReported()).when(answer('eve', true)).thenRefused('not_found');
    given(incidentReported())
      .when(answer('pavel', false, ANSWER_BY))
      .thenRefused('wrong_status');
    given(incidentReported(), incidentAnswered(), incidentEscalated())
      .when(answer('pavel', true))
      .thenRefused('wrong_status');
    given().when(answer('pavel', true)).thenRefused('not_found');
  });
});

describe('a counter-report of a no-show', () => {
  const counter = { type: 'Counter', data: { at: REPORTED_AT } } as const;
  const counterReport = { ...aReport(byPlayer), isCounterReport: true };

  it('goes to an admin immediately, like the report that it answers', () => {
    given()
      .when({ type: 'Report', data: counterReport })
      .then(
        { type: 'IncidentReported', data: counterReport },
        incidentEscalated(byPlayer, REPORTED_AT),
      );
    given(incidentReported()).when(counter).then(incidentEscalated({}, REPORTED_AT));
  });

  it('changes nothing about a report that an admin already has or that is decided', () => {
    given(incidentReported(), incidentEscalated()).when(counter).thenNothing();
    given(incidentReported(), incidentDecided()).when(counter).thenNothing();
  });

  it('keeps silence from upholding either report', () =>
    given(incidentReported()).when(pass(ANSWER_BY, false)).then(incidentEscalated()));

  it('is found by its side, even if its id is older and does not contain the side', async () => {
    const reports = new Map([
      ['booking-1.no_show', { ...aReport(), incidentId: 'booking-1.no_show' }],
      ['booking-1.no_show.player', aReport(byPlayer)],
    ]);
    const streams = {
      load: (_: unknown, id: string) => Promise.resolve(reports.get(id) ?? null),
    } as unknown as Pick<Streams, 'load'>;
    const { host, player } = await loadNoShows(streams, 'booking-1');
    expect([host?.incidentId, player?.incidentId]).toEqual([
      'booking-1.no_show',
      'booking-1.no_show.player',
    ]);
    reports.delete('booking-1.no_show.player');
    expect((await loadNoShows(streams, 'booking-1')).player).toBeNull();
  });
});

describe('a claim', () => {
  it.each([ofDamage, ofWeather])('goes to an admin if it is not answered: %j', (kind) =>
    given(incidentReported(kind)).when(pass(ANSWER_BY)).then(incidentEscalated(kind)),
  );

  it('alerts once if no admin rules in time', () => {
    const claim = [incidentReported(ofDamage), incidentEscalated(ofDamage)];
    given(...claim)
      .when(pass('2027-03-18T19:59:59.999Z'))
      .thenNothing();
    given(...claim)
      .when(pass(RULING_BY))
      .then(incidentOverdue(ofDamage));
    given(...claim, incidentOverdue(ofDamage))
      .when(pass(RULING_BY))
      .thenNothing();
  });
});

describe('a ruling', () => {
  const disputed = [incidentReported(), incidentAnswered(), incidentEscalated()];

  it('upholds or dismisses a report permanently', () => {
    given(...disputed)
      .when(decide('ada'))
      .then(incidentDecided());
    given(...disputed)
      .when(decide('ada', false))
      .then(incidentDecided({}, { isUpheld: false }));
    given(...disputed, incidentDecided())
      .when(decide('ada', false))
      .thenRefused('wrong_status');
  });

  it('is refused to an admin who is the player or the host', () => {
    given(...disputed)
      .when(decide('hana'))
      .thenRefused('forbidden');
    given(...disputed)
      .when(decide('pavel'))
      .thenRefused('forbidden');
  });

  it('waits for the answer of the other side', () =>
    given(incidentReported()).when(decide('ada')).thenRefused('wrong_status'));

  it('is carried out once', () => {
    const data = { outcome: 'strike_recorded', refundCents: 0, at: RULING_BY } as const;
    const settled = incidentSettled({}, { outcome: 'strike_recorded' });
    given(...disputed, incidentDecided())
      .when({ type: 'Settle', data })
      .then(settled);
    given(...disputed, incidentDecided(), settled)
      .when({ type: 'Settle', data })
      .thenNothing();
    given(...disputed)
      .when({ type: 'Settle', data })
      .thenNothing();
  });
});

describe('the time to report', () => {
  const booking = {
    status: 'confirmed',
    approvedAt: '2027-03-11T12:00:00.000Z',
    startTime: '2027-03-13T18:00:00.000Z',
    endTime: '2027-03-13T19:00:00.000Z',
    cancellation: null,
  } as const;

  it.each([
    ['no_show', 'player', '2027-03-13T18:00:00.000Z', '2027-03-14T19:00:00.000Z'],
    ['no_show', 'host', '2027-03-13T18:00:00.000Z', '2027-03-14T19:00:00.000Z'],
    ['damage', 'host', '2027-03-13T18:00:00.000Z', '2027-03-15T19:00:00.000Z'],
    ['weather', 'player', '2027-03-13T16:00:00.000Z', '2027-03-13T19:00:00.000Z'],
  ] as const)('(%s by the %s) lasts from %s to %s', (kind, side, from, until) =>
    expect(reportWindow(kind, side, booking, conduct)).toEqual({ from, until }),
  );

  it('never starts for a damage claim by a player, or for a booking that was not confirmed', () => {
    expect(reportWindow('damage', 'player', booking, conduct)).toBeNull();
    expect(reportWindow('no_show', 'host', { ...booking, approvedAt: null }, conduct)).toBeNull();
    const cancelled = { ...booking, status: 'cancelled' } as const;
    expect(reportWindow('weather', 'host', cancelled, conduct)).toBeNull();
  });
});

describe('the time to report a canceled hour', () => {
  const cancelledUnder = (rule: CancelRule) => ({
    status: 'cancelled' as const,
    approvedAt: '2027-03-11T12:00:00.000Z',
    startTime: '2027-03-13T18:00:00.000Z',
    endTime: '2027-03-13T19:00:00.000Z',
    cancellation: { ...PLAYER_CANCELLATION, rule },
  });

  it('stays open for a no-show and damage if the player canceled after the start', () => {
    const booking = cancelledUnder('started');
    const from = booking.startTime;
    for (const side of ['player', 'host'] as const)
      expect(reportWindow('no_show', side, booking, conduct)).toEqual({
        from,
        until: '2027-03-14T19:00:00.000Z',
      });
    expect(reportWindow('damage', 'host', booking, conduct)).toEqual({
      from,
      until: '2027-03-15T19:00:00.000Z',
    });
    expect(reportWindow('weather', 'host', booking, conduct)).toBeNull();
  });

  it.each(['late', 'free', 'by_host'] as const)('does not exist under the rule %s', (rule) => {
    for (const kind of ['no_show', 'damage', 'weather'] as const)
      expect(reportWindow(kind, 'host', cancelledUnder(rule), conduct)).toBeNull();
  });
});

describe('an upheld weather claim', () => {
  const claimedAt = '2027-03-13T17:00:00.000Z';
  const reported = (moveMinutes: number) => ({
    ...incidentReported(ofWeather),
    data: aReport({ ...ofWeather, reportedAt: claimedAt, moveMinutes }),
  });
  const agree = (at: string) =>
    ({ type: 'Answer', data: { by: 'hana', agrees: true, words: '', at } }) as const;
  const agreed = (at: string) =>
    incidentAnswered(ofWeather, { agrees: true, words: '', answeredAt: at });
  const upheld = (decidedAt: string, moveBy?: string) =>
    incidentDecided(ofWeather, {
      by: 'agreement',
      decidedBy: 'hana',
      reason: '',
      decidedAt,
      ...(moveBy && { moveBy }),
    });
  const declineMove = (by: string) =>
    ({ type: 'DeclineMove', data: { by, at: RULING_BY } }) as const;

  it.each([
    ['for the time of the policy', '2027-03-13T17:10:00.000Z', 60, '2027-03-13T18:10:00.000Z'],
    ['at most until the hour ends', '2027-03-13T18:50:00.000Z', 60, '2027-03-13T19:00:00.000Z'],
    ['not after the hour', '2027-03-13T19:00:00.000Z', 60, undefined],
    ['not if the policy allows no moves', '2027-03-13T17:10:00.000Z', 0, undefined],
  ])('lets the player move the hour %s', (_, at, moveMinutes, moveBy) =>
    given(reported(moveMinutes)).when(agree(at)).then(agreed(at), upheld(at, moveBy)),
  );

  it('is refunded without a move if the report is from an earlier release', () =>
    given(incidentReported(ofWeather))
      .when(agree(claimedAt))
      .then(agreed(claimedAt), upheld(claimedAt)));

  it('lets only the player take the refund instead, once', () => {
    const canMove = [incidentReported(ofWeather), upheld(claimedAt, RULING_BY)];
    given(...canMove)
      .when(declineMove('pavel'))
      .then(incidentMoveDeclined(ofWeather));
    given(...canMove)
      .when(declineMove('hana'))
      .thenRefused('not_found');
    given(...canMove, incidentMoveDeclined(ofWeather))
      .when(declineMove('pavel'))
      .thenNothing();
    given(...canMove, incidentSettled(ofWeather, { outcome: 'moved' }))
      .when(declineMove('pavel'))
      .thenRefused('wrong_status');
  });

  it('is settled when the time to move has passed, or immediately if the player declines', () => {
    const settleAt = (...events: IncidentEvent[]) =>
      fold(incidents, ...inStream('incident-booking-1.weather', ...events)).get('booking-1.weather')
        ?.settleAt;
    const canMove = [incidentReported(ofWeather), upheld(claimedAt, RULING_BY)];
    expect(settleAt(...canMove)).toBe(RULING_BY);
    expect(settleAt(...canMove, incidentMoveDeclined(ofWeather))).toBe(claimedAt);
    expect(settleAt(...canMove, incidentSettled(ofWeather, { outcome: 'moved' }))).toBe('');
  });
});

describe('the read model of incidents', () => {
  const documentAfter = (...events: IncidentEvent[]) =>
    fold(incidents, ...inStream('incident-booking-1.damage', ...events)).get('booking-1.damage');
  const claim = [incidentReported(ofDamage), incidentEscalated(ofDamage)];

  it('names who has to act, and by when', () => {
    expect(documentAfter(claim[0]!)).toMatchObject({ owner: 'player', dueAt: ANSWER_BY });
    expect(documentAfter(...claim)).toMatchObject({ owner: 'admin', dueAt: RULING_BY });
    const decided = documentAfter(...claim, incidentDecided(ofDamage))!;
    expect(decided).toMatchObject({ owner: '', dueAt: '', settleAt: RULING_BY, status: 'upheld' });
    expect([documentAfter(...claim)?.decidedAt, decided.decidedAt]).toEqual(['', RULING_BY]);
    expect(incidents.audience!(decided)).toEqual(['pavel', 'hana']);
  });

  it('has nothing left to settle after the settlement', () =>
    expect(
      documentAfter(...claim, incidentDecided(ofDamage), incidentSettled(ofDamage)),
    ).toMatchObject({ settleAt: '' }));
});
