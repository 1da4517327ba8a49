const named: Record<string, string> = {
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Denver': 'Mountain',
  'America/Chicago': 'Central',
  'America/New_York': 'Eastern',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

/** A select option with the common name of the zone. */
export const zoneChoice = (zone: string) => ({
  value: zone,
  label: named[zone] ? `${named[zone]} (${zone})` : zone,
});

/** Select options: automatic first, then the server's suggestions and US zones, then all others. */
export const zoneChoices = (offered: readonly string[]): { value: string; label: string }[] => [
  { value: '', label: 'Based on the city' },
  ...[...new Set([...offered, ...Object.keys(named)])].map(zoneChoice),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !named[zone] && !offered.includes(zone))
    .map((zone) => ({ value: zone, label: zone })),
];
