const zoneNames: Record<string, string> = {
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Denver': 'Mountain',
  'America/Chicago': 'Central',
  'America/New_York': 'Eastern',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

/** A select option with the common name of the zone. */
export const zoneOption = (zone: string) => ({
  value: zone,
  label: zoneNames[zone] ? `${zoneNames[zone]} (${zone})` : zone,
});

/** Select options: automatic first, then the server's suggestions and US zones, then all others. */
export const zoneOptions = (
  suggestedZones: readonly string[],
): { value: string; label: string }[] => [
  { value: '', label: 'Based on the city' },
  ...[...new Set([...suggestedZones, ...Object.keys(zoneNames)])].map(zoneOption),
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !zoneNames[zone] && !suggestedZones.includes(zone))
    .map((zone) => ({ value: zone, label: zone })),
];
