import { incidentTitles } from '@courtly/contracts/incident-titles';
import type {
  Incident,
  IncidentKind,
  WeatherReading,
  WeatherReason,
} from '@courtly/contracts/incidents';
import { formatMoney } from '../../lib/format';

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
  time: 'Not answered in time',
  admin: 'Courtly decided',
};

/** What is decided, or who acts next. */
export const incidentStatusLabel = ({
  status,
  owner,
  decision,
}: Pick<Incident, 'status' | 'owner' | 'decision'>): string => {
  if (decision)
    return `${status === 'upheld' ? 'Upheld' : 'Dismissed'}. ${decidedBy[decision.by]}.`;
  if (owner === 'admin') return 'Courtly is deciding.';
  return `Waiting for the ${owner ?? 'other side'}.`;
};

/** What happens once a report of this kind is upheld. */
export const incidentConsequence: Record<IncidentKind, string> = {
  no_show: 'Without an answer in time, the report counts as a no-show.',
  damage:
    'The payout of this booking is on hold until the claim is decided. Nothing is charged automatically.',
  weather: 'If both sides agree, the player gets a full refund. Nothing counts against the host.',
};
