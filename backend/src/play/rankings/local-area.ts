import { citySlugOf } from '../../booking/cities/city-wish.js';

/** A town by slug, and the code of its state; null if the person did not enter it. */
export type LocalArea = Readonly<{ town: string; state: string | null }>;

/** Neighboring cities whose players form one local ranking. */
const sharedAreas: readonly Readonly<{ towns: readonly string[]; state: string }>[] = [
  { towns: ['paradise-valley', 'scottsdale'], state: 'az' },
];

const stateNames =
  'al=alabama ak=alaska az=arizona ar=arkansas ca=california co=colorado ct=connecticut ' +
  'de=delaware dc=district-of-columbia fl=florida ga=georgia hi=hawaii id=idaho il=illinois ' +
  'in=indiana ia=iowa ks=kansas ky=kentucky la=louisiana me=maine md=maryland ma=massachusetts ' +
  'mi=michigan mn=minnesota ms=mississippi mo=missouri mt=montana ne=nebraska nv=nevada ' +
  'nh=new-hampshire nj=new-jersey nm=new-mexico ny=new-york nc=north-carolina nd=north-dakota ' +
  'oh=ohio ok=oklahoma or=oregon pa=pennsylvania ri=rhode-island sc=south-carolina ' +
  'sd=south-dakota tn=tennessee tx=texas ut=utah vt=vermont va=virginia wa=washington ' +
  'wv=west-virginia wi=wisconsin wy=wyoming';
const codeByName = new Map(
  stateNames.split(' ').map((entry) => entry.split('=').toReversed() as [string, string]),
);
const stateCodes = new Set(codeByName.values());

const codeOf = (text: string): string => text.replaceAll('.', '').toLowerCase();

/** A state after a comma, as a code or a name, with or without a ZIP code. */
const stateAfterComma = (text: string): string | null => {
  const words = text.split(/\s+/).filter((word) => word !== '' && !/\d/.test(word));
  const withoutZip = words.join(' ');
  const code = codeOf(withoutZip);
  return stateCodes.has(code) ? code : (codeByName.get(citySlugOf(withoutZip)) ?? null);
};

/** A trailing code, such as `Scottsdale AZ`. Full state names count only after a comma. */
const splitState = (cityText: string): readonly [city: string, state: string | null] => {
  const words = cityText.trim().split(/\s+/);
  const lastCode = codeOf(words.at(-1)!);
  return words.length > 1 && stateCodes.has(lastCode)
    ? [words.slice(0, -1).join(' '), lastCode]
    : [cityText, null];
};

/**
 * The area of a home city that a user typed: one for all spellings of a city, and for the cities of
 * a shared area. Null if no city is entered.
 */
export const localAreaOf = (homeCity: string): LocalArea | null => {
  const [cityText = '', stateText = ''] = homeCity.split(',');
  const [city, trailingState] = splitState(cityText);
  const town = citySlugOf(city);
  const state = trailingState ?? stateAfterComma(stateText);
  const shared = sharedAreas.find(
    (area) => area.towns.includes(town) && (state ?? area.state) === area.state,
  );
  if (shared) return { town: shared.towns[0]!, state: shared.state };
  return town ? { town, state } : null;
};

export const areaName = ({ town, state }: LocalArea): string =>
  state === null ? town : `${town}-${state}`;

/** The areas of towns entered without a state, by town, if all others enter the same state. */
export const meantAreas = (areas: Iterable<LocalArea>): ReadonlyMap<string, string> => {
  const meant = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const area of areas) {
    if (area.state === null) continue;
    const name = areaName(area);
    if ((meant.get(area.town) ?? name) !== name) ambiguous.add(area.town);
    meant.set(area.town, name);
  }
  for (const town of ambiguous) meant.delete(town);
  return meant;
};
