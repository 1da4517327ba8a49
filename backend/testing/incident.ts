import type { IncidentEvent } from '../src/across/incidents/incident.events.js';

type DataOf<T extends IncidentEvent['type']> = Extract<IncidentEvent, { type: T }>['data'];

const incidentFields = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  hostId: 'hana',
  playerId: 'pavel',
  incidentId: 'booking-1.no_show.host',
  kind: 'no_show',
  side: 'host',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
} as const;

export const REPORTED_AT = '2027-03-13T20:00:00.000Z';
export const ANSWER_BY = '2027-03-15T20:00:00.000Z';
export const RULING_BY = '2027-03-18T20:00:00.000Z';

/** Unless changed, Hana reports that Pavel did not show up. */
export const aReport = (
  changes: Partial<DataOf<'IncidentReported'>> = {},
): DataOf<'IncidentReported'> => ({
  ...incidentFields,
  reportedBy: changes.side === 'player' ? 'pavel' : 'hana',
  words: 'I waited for an hour.',
  amountCents: null,
  weather: null,
  reading: null,
  policyId: 'standard-1',
  answerBy: ANSWER_BY,
  rulingMinutes: 4_320,
  isCounterReport: false,
  reportedAt: REPORTED_AT,
  ...changes,
});

export const ofDamage = {
  incidentId: 'booking-1.damage',
  kind: 'damage',
  words: 'The net is torn.',
  amountCents: 12_000,
} as const;

export const ofWeather = {
  incidentId: 'booking-1.weather',
  kind: 'weather',
  side: 'player',
  words: 'It rains.',
  weather: 'rain',
} as const;

/** Pavel reports that Hana did not show up. */
export const byPlayer = { incidentId: 'booking-1.no_show.player', side: 'player' } as const;

type Kind = Partial<typeof ofDamage | typeof ofWeather | typeof byPlayer>;

/** An event about the same incident. */
const eventOf = <T extends IncidentEvent['type']>(
  type: T,
  kind: Kind,
  data: Omit<DataOf<T>, keyof typeof incidentFields>,
) => {
  const { incidentId, kind: name, side } = aReport(kind);
  return {
    type,
    data: { ...incidentFields, incidentId, kind: name, side, ...data },
  } as unknown as Extract<IncidentEvent, { type: T }>;
};

export const incidentReported = (
  kind: Kind = {},
): Extract<IncidentEvent, { type: 'IncidentReported' }> => ({
  type: 'IncidentReported',
  data: aReport(kind),
});

export const incidentAnswered = (
  kind: Kind = {},
  changes: Partial<DataOf<'IncidentAnswered'>> = {},
) =>
  eventOf('IncidentAnswered', kind, {
    answeredBy: aReport(kind).side === 'host' ? 'pavel' : 'hana',
    agrees: false,
    words: 'I was there.',
    answeredAt: REPORTED_AT,
    ...changes,
  });

export const incidentEscalated = (kind: Kind = {}, escalatedAt = ANSWER_BY) =>
  eventOf('IncidentEscalated', kind, {
    rulingBy: new Date(Date.parse(escalatedAt) + 4_320 * 60_000).toISOString(),
    escalatedAt,
  });

export const incidentOverdue = (kind: Kind = {}, overdueAt = RULING_BY) =>
  eventOf('IncidentOverdue', kind, {
    amountCents: aReport(kind).amountCents,
    rulingBy: RULING_BY,
    overdueAt,
  });

export const incidentDecided = (
  kind: Kind = {},
  changes: Partial<DataOf<'IncidentDecided'>> = {},
) =>
  eventOf('IncidentDecided', kind, {
    isUpheld: true,
    by: 'admin',
    decidedBy: 'ada',
    reason: 'The camera shows it.',
    decidedAt: RULING_BY,
    ...changes,
  });

export const incidentMoveDeclined = (kind: Kind = {}, declinedAt = RULING_BY) =>
  eventOf('IncidentMoveDeclined', kind, { declinedAt });

export const incidentSettled = (
  kind: Kind = {},
  changes: Partial<DataOf<'IncidentSettled'>> = {},
) =>
  eventOf('IncidentSettled', kind, {
    outcome: 'nothing',
    refundCents: 0,
    settledAt: RULING_BY,
    ...changes,
  });
