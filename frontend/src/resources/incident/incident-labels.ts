import { incidentTitles } from '@courtly/contracts/incident-titles';
import type {
  Incident,
  IncidentKind,
  WeatherReading,
  WeatherReason,
} from '@courtly/contracts/incidents';
import {
  type CourtZone,
  formatMoney,
  formatShortDate,
  formatTime,
  zoneAbbreviation,
} from '../../lib/format';

export const incidentTitle = (kind: IncidentKind): string => incidentTitles[kind];

export const weatherLabels: Record<WeatherReason, string> = {
  rain: 'Rain',
  lightning: 'Lightning',
  heat: 'Heat',
};

/** What the reporter says, including the amount or the weather. */
export const incidentSummary = ({
  kind,
  amount,
  weather,
}: Pick<Incident, 'kind' | 'amount' | 'weather'>): string => {
  const details = amount === null ? weather && weatherLabels[weather] : formatMoney(amount);
  return [incidentTitle(kind), ...(details ? [details] : [])].join(': ');
};

/** WMO code 4677: thunderstorms. */
const THUNDER = 95;

export const readingLabel = ({
  source,
  temperatureCelsius,
  rainMillimeters,
  weatherCode,
}: WeatherReading): string => {
  const parts = [
    ...(temperatureCelsius === null ? [] : [`${Math.round(temperatureCelsius * 1.8 + 32)}°F`]),
    ...(rainMillimeters === null ? [] : [`${rainMillimeters} mm of rain`]),
    ...(weatherCode !== null && weatherCode >= THUNDER ? ['thunderstorm'] : []),
  ];
  return `${parts.join(', ') || 'no values'} (${source})`;
};

const decidedBy = {
  agreement: 'Both sides agreed',
  time: 'No response in time',
  admin: 'Courtly decided',
};

/** What is decided, or who has to act next and by when. */
export const incidentStatusLabel = (
  {
    status,
    owner,
    decision,
    dueAt,
    moveBy,
    hasMoved,
  }: Pick<Incident, 'status' | 'owner' | 'decision' | 'dueAt' | 'moveBy' | 'hasMoved'>,
  place: CourtZone,
): string => {
  if (decision) {
    const outcome = `${status === 'upheld' ? 'Upheld' : 'Dismissed'}. ${decidedBy[decision.by]}.`;
    if (hasMoved) return `${outcome} The player moved the hour.`;
    return moveBy
      ? `${outcome} The player can move the hour until ${incidentTime(moveBy, place)}. Otherwise, it's refunded.`
      : outcome;
  }
  const due = dueAt && incidentTime(dueAt, place);
  if (owner === 'admin') return due ? `Courtly decides by ${due}.` : 'Courtly is deciding.';
  return `Waiting for the ${owner ?? 'other side'}${due ? ` until ${due}` : ''}.`;
};

/** `Sat, Mar 13, 3:00 PM MST`, at the court. */
export const incidentTime = (instant: string, place: CourtZone): string =>
  `${formatShortDate(instant, place)}, ${formatTime(instant, place)} ${zoneAbbreviation(instant, place)}`;

/** The reporter's text, which is empty once their account is deleted. */
export const wordsLabel = ({ side, words }: Pick<Incident, 'side' | 'words'>): string =>
  `${side === 'host' ? 'Host' : 'Player'}: ${words ? `“${words}”` : "deleted with the author's account."}`;

/** The other side's response: `The player disputes it. “I was there.”` */
export const answerLabel = ({ side, answer }: Pick<Incident, 'side' | 'answer'>): string => {
  if (!answer) return '';
  const response = `The ${side === 'host' ? 'player' : 'host'} ${answer.agrees ? 'agrees' : 'disputes it'}.`;
  return answer.words ? `${response} “${answer.words}”` : response;
};

/** What happens once a report of this kind is upheld. */
export const incidentConsequence: Record<IncidentKind, string> = {
  no_show:
    "If no one responds in time, the report counts as a no-show. If it is the host's, the payout is on hold until then, and the player gets a full refund.",
  damage:
    "If the payout of this booking isn't made yet, it's on hold until the claim is decided. Nothing is charged automatically.",
  weather:
    'If both sides agree before the hour ends, the player can move it to another free hour of the day, or gets a full refund. After the end, the hour is refunded. Nothing counts against the host.',
};
