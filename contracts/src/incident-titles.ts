import type { IncidentKind } from './incidents.js';

/** As in lists, notifications, and emails. */
export const incidentTitles: Record<IncidentKind, string> = {
  no_show: 'No-show report',
  damage: 'Damage claim',
  weather: 'Weather claim',
};
