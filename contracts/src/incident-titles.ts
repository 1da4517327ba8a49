import type { IncidentKind } from './incidents.js';

/** The titles in lists, notifications, and emails. */
export const incidentTitles: Record<IncidentKind, string> = {
  no_show: 'No-show report',
  damage: 'Damage claim',
  weather: 'Weather claim',
};
