const ORDINAL = String.raw`\d+(?:st|nd|rd|th)\b`;
const NUMBER = String.raw`(?!${ORDINAL})\S*\d\S*`;

const units =
  /(?:\b(?:apartment|apt|unit|suite|ste|lot|building|bldg|floor|fl|room|rm|gate|villa|casita|house|no|box)\b\.?\s*#?\s*|#\s*)(?:[a-z]*\d[\w-]*|[a-z]\b)/gi;
const leading = new RegExp(String.raw`^(?:(?:${NUMBER}|[-–&½¼¾])\s+)+`, 'i');
const written = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+/i;
const trailing = new RegExp(String.raw`(?<!\b(?:highway|hwy|route|rte)\b\.?)(?:\s+${NUMBER})+$`, 'i');
const streets =
  /\b(?:street|st|road|rd|avenue|ave|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|way|circle|cir|terrace|ter|trail|trl|parkway|pkwy|highway|hwy|route|rte|square|sq|loop|run|alley|row|walk)\b/i;

/**
 * What may be shown of an address to everybody: the street, without house number and unit (domain rules, "Messages and
 * safety"). An address that holds no street to be sure of gives none, so that the name of an estate is never shown as one.
 */
export const streetOf = (address: string): string => {
  const parts = address.split(/[,;\n]/).map((part) => part.replace(units, ' ').replace(/\s+/g, ' ').trim());
  const street =
    parts.find((part) => leading.test(part) && /\p{L}/u.test(part)) ?? parts.find((part) => streets.test(part));
  if (street === undefined) return '';
  const named = leading.test(street) ? street.replace(leading, '') : street.replace(written, '');
  return named.replace(trailing, '').trim();
};
