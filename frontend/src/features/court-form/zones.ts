const named: Record<string, string> = {
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Denver': 'Mountain',
  'America/Chicago': 'Central',
  'America/New_York': 'Eastern',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

/** Zones to choose from: as the city tells, then those of the United States by name, then all others. */
export const zoneChoices = (): { value: string; label: string }[] => [
  { value: '', label: 'As the city tells' },
  ...Object.entries(named).map(([value, name]) => ({ value, label: `${name} (${value})` })),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !named[zone])
    .map((zone) => ({ value: zone, label: zone })),
];
