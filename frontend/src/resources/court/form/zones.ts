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
export const zoneOption = (timeZone: string) => ({
  value: timeZone,
  label: zoneNames[timeZone] ? `${zoneNames[timeZone]} (${timeZone})` : timeZone,
});

/** Select options: automatic first, then the server's suggestions and US zones, then all others. */
export const zoneOptions = (
  suggestedZones: readonly string[],
): { value: string; label: string }[] => [
  { value: '', label: 'Based on the city' },
  ...[...new Set([...suggestedZones, ...Object.keys(zoneNames)])].map(zoneOption),
  ...Intl.supportedValuesOf('timeZone')
    .filter(
      (timeZone) =>
        timeZone.includes('/') && !zoneNames[timeZone] && !suggestedZones.includes(timeZone),
    )
    .map((timeZone) => ({ value: timeZone, label: timeZone })),
];
