import type { Preferences } from '@courtly/contracts/identity';
import { demoFounders } from '../founders.js';
import { type DemoPerson, demoPeople } from '../people.js';
import { randomFrom } from './random.js';

/** Each region is a group of cities whose players play each other. */
export const regions = ['phoenix', 'austin', 'palm beach', 'los angeles'] as const;
export type Region = (typeof regions)[number];

export const regionOf = (city: string): Region =>
  city === 'Austin'
    ? 'austin'
    : city === 'Palm Beach'
      ? 'palm beach'
      : city === 'Beverly Hills'
        ? 'los angeles'
        : 'phoenix';

/** A player of the full demo. `level` decides who wins. */
export type Member = Readonly<{
  person: DemoPerson;
  region: Region;
  level: number;
  isCompetitor: boolean;
  joinedDaysAgo: number;
  /** Null if the player never bought a founding year. */
  founderDaysAgo: number | null;
}>;

const PLAYERS = 150;
const COMPETITORS = 90;
/** The age of the club in days. The demo starts when the club opens. */
export const CLUB_DAYS = 548;

const firstNames =
  'Amara Beatriz Callum Dalia Ezra Fiona Gideon Helena Ivo Jasmine Kofi Lidia Milo Nora Orson Paloma Ruben Selma Tariq Ulla Vera Wesley Yusuf Zadie Alma Bruno Cora Dario Esme Florian Greta Hugo Ines Jonas Kira Leander Maeve Nico Opal Pascal Quinn Rhea Soren Talia Umar Vivian Wyatt Xavier Yolanda Zeno'.split(
    ' ',
  );
const lastNames =
  'Albright Bennani Castellan Drummond Eastman Fairbanks Granger Hollister Ibarra Jankowski Kessler Lambert Mackay Navarro Okafor Prescott Quintero Rosenthal Sandoval Takeda Uribe Vance Whitaker Yates Zimmer Ansari Bellamy Crane Delacroix Ellery Fontaine Goodwin Hartley Iwata Joshi Keller Lindholm Monroe Nakamura Ortiz Paredes Ramsey Salazar Thorne Ueda Varga Winslow Ying Zapata Arden'.split(
    ' ',
  );
/** The home cities by weight. Courtly started in the Phoenix area. */
const cities = [
  'Scottsdale',
  'Paradise Valley',
  'Scottsdale',
  'Austin',
  'Palm Beach',
  'Scottsdale',
  'Beverly Hills',
  'Paradise Valley',
];
const surfaces = [['hard'], ['clay'], ['hard', 'clay'], ['grass'], []] as const;
const tags = [
  ['singles', 'competitive'],
  ['doubles', 'weekends'],
  ['friendly', 'after work'],
  ['early bird', 'singles'],
  ['mixed doubles', 'friendly'],
] as const;

const skillLevelOf = (level: number) =>
  (Math.round(Math.min(5, Math.max(2.5, level)) * 2) / 2).toFixed(1) as NonNullable<
    Preferences['skillLevel']
  >;

const newcomers = (count: number): DemoPerson[] =>
  Array.from({ length: count }, (_, index) => {
    const firstName = firstNames[index % firstNames.length]!;
    const lastName =
      lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length]!;
    return {
      username: `${firstName}.${lastName}`.toLowerCase(),
      firstName,
      lastName,
      homeCity: cities[index % cities.length]!,
      phone: `480-555-1${String(index).padStart(3, '0')}`,
      preferences: null,
      kind: 'player',
    };
  });

const demoPlayers = demoPeople.filter(({ kind }) => kind === 'player');
const founders = demoFounders(0).map(({ person }) => person);

/** The 150 players. The first ones are those of the small demo and the founders. */
export const members: readonly Member[] = (() => {
  const random = randomFrom(7);
  const strangers = founders.filter(({ kind }) => kind === 'player');
  const people = [
    ...demoPlayers,
    ...strangers,
    ...newcomers(PLAYERS - demoPlayers.length - strangers.length),
  ];
  return people.map((person, index): Member => {
    const founderIndex = founders.findIndex(({ username }) => username === person.username);
    const level = person.preferences?.skillLevel
      ? Number(person.preferences.skillLevel)
      : 2.6 + 2.6 * ((random.next() + random.next()) / 2);
    const founderDaysAgo = founderIndex < 0 ? null : 345 - 7 * founderIndex;
    const isDemo = index < demoPlayers.length;
    const joinedDaysAgo =
      person.username === 'finn'
        ? 17
        : isDemo
          ? CLUB_DAYS - 3
          : (founderDaysAgo ?? 0) + random.whole(14, founderDaysAgo === null ? 520 : 120);
    return {
      person: {
        ...person,
        preferences: person.preferences ?? {
          skillLevel: skillLevelOf(level),
          surfaces: [...random.pick(surfaces)],
          socialTags: [...random.pick(tags)],
        },
      },
      region: regionOf(person.homeCity),
      level,
      isCompetitor: index < COMPETITORS,
      joinedDaysAgo,
      founderDaysAgo,
    };
  });
})();

/** Marcus hosts, and is the tenth founder. */
export const founderHostDaysAgo = 345 - 7 * 9;
