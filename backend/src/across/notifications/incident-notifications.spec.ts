import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import {
  ANSWER_BY,
  byPlayer,
  incidentAnswered,
  incidentDecided,
  incidentOverdue,
  incidentReported,
  ofDamage,
  ofWeather,
} from '../../../testing/incident.js';
import { toAlarm } from './alarm.js';
import type { IncidentNotificationEvent } from './incident-notifications.js';
import { incidentMails } from './notifications.process.js';
import { notifications } from './notifications.projection.js';

const recorded = (event: IncidentNotificationEvent) =>
  inStream('incident-booking-1.no_show', event)[0]!;
const notified = (event: IncidentNotificationEvent) =>
  [...fold(notifications, recorded(event)).values()].map(({ personId, type, reason, answerBy }) => [
    personId,
    type,
    reason,
    answerBy,
  ]);
const mailed = (event: IncidentNotificationEvent) =>
  incidentMails.react(recorded(event)).map(({ data }) => [data.personId, data.type, data.incident]);

describe('a report or claim', () => {
  it('asks the other side for an answer, in the list and by email', () => {
    expect(notified(incidentReported())).toEqual([
      ['pavel', 'incident_reported', 'No-show report', ANSWER_BY],
    ]);
    const counterReport = incidentReported(byPlayer);
    expect(
      notified({ ...counterReport, data: { ...counterReport.data, isCounterReport: true } }),
    ).toEqual([['hana', 'incident_reported', 'No-show report', null]]);
    expect(mailed(incidentReported(ofWeather))).toEqual([
      [
        'hana',
        'incident_reported',
        { kind: 'weather', answerBy: ANSWER_BY, reporter: 'player', reader: 'host' },
      ],
    ]);
  });

  it('notifies the reporter of a dispute, but not of an agreement, which decides the case', () => {
    expect(notified(incidentAnswered())).toEqual([
      ['hana', 'incident_disputed', 'No-show report', null],
    ]);
    expect(notified(incidentAnswered({}, { agrees: true }))).toEqual([]);
    expect(mailed(incidentAnswered({}, { agrees: true }))).toEqual([]);
  });

  it('notifies both sides of a decision', () => {
    expect(notified(incidentDecided(ofDamage, { isUpheld: false }))).toEqual([
      ['pavel', 'incident_dismissed', 'Damage claim', null],
      ['hana', 'incident_dismissed', 'Damage claim', null],
    ]);
    const jobs = incidentMails.react(recorded(incidentDecided()));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(2);
  });

  it('alerts admins if it is overdue', () =>
    expect(toAlarm('event-1', incidentOverdue(ofDamage))).toMatchObject({
      causeId: 'event-1',
      type: 'incident_overdue',
      bookingId: 'booking-1',
      amountCents: 12_000,
    }));
});
