const named: Record<string, string> = {
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Denver': 'Mountain',
  'America/Chicago': 'Central',
  'America/New_York': 'Eastern',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

/** A zone to choose, with the name that people give it. */
export const zoneChoice = (zone: string) => ({
  value: zone,
  label: named[zone] ? `${named[zone]} (${zone})` : zone,
});

/** Zones to choose from: as the city tells, then those that the server offers or the United States have, then all others. */
export const zoneChoices = (offered: readonly string[]): { value: string; label: string }[] => [
  { value: '', label: 'As the city tells' },
  ...[...new Set([...offered, ...Object.keys(named)])].map(zoneChoice),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !named[zone] && !offered.includes(zone))
    .map((zone) => ({ value: zone, label: zone })),
];
