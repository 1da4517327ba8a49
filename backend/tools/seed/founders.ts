import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { type DemoPerson, demoPeople } from './people.js';

/**
 * A demo user who bought a founding year at an instant (UTC), and registered at that time if
 * necessary.
 */
export type DemoFounder = Readonly<{ person: DemoPerson; boughtAt: string }>;

const FIRST_DAYS_AGO = 188;
const DAYS_APART = 4;
/** Purchases are this many hours apart, which spreads them over the day. */
const HOURS_APART = 5;

type Row = readonly [firstName: string, lastName: string, homeCity: string];

const founderRows: readonly Row[] = [
  ['Adaeze', 'Nwosu', 'Austin'],
  ['Anders', 'Bergqvist', 'Scottsdale'],
  ['Bianca', 'Morretti', 'Palm Beach'],
  ['Caleb', 'Thornton', 'Paradise Valley'],
  ['Camila', 'Restrepo', 'Beverly Hills'],
  ['Conrad', 'Vesely', 'Scottsdale'],
  ['Daphne', 'Kallis', 'Palm Beach'],
  ['Dmitri', 'Sokolov', 'Austin'],
  ['Eleanor', 'Whitfield', 'Beverly Hills'],
  ['Emeka', 'Obi', 'Paradise Valley'],
  ['Farida', 'Haddad', 'Scottsdale'],
  ['Felix', 'Brandt', 'Austin'],
  ['Gwen', 'Abbott', 'Palm Beach'],
  ['Hector', 'Salinas', 'Scottsdale'],
  ['Ingrid', 'Solberg', 'Beverly Hills'],
  ['Isaac', 'Feldman', 'Palm Beach'],
  ['Jamal', 'Winters', 'Austin'],
  ['Joanna', 'Kowalczyk', 'Paradise Valley'],
  ['Kenji', 'Morimoto', 'Beverly Hills'],
  ['Keira', 'Donnelly', 'Scottsdale'],
  ['Lars', 'Nyholm', 'Paradise Valley'],
  ['Leila', 'Farahani', 'Beverly Hills'],
  ['Mateo', 'Villanueva', 'Austin'],
  ['Mei', 'Huang', 'Palm Beach'],
  ['Nadia', 'Petrova', 'Scottsdale'],
  ['Niall', 'Gallagher', 'Austin'],
  ['Odette', 'Marchand', 'Palm Beach'],
  ['Oscar', 'Lindgren', 'Paradise Valley'],
  ['Priya', 'Raman', 'Austin'],
  ['Quentin', 'Ashford', 'Beverly Hills'],
  ['Rafael', 'Cordeiro', 'Palm Beach'],
  ['Renata', 'Bauer', 'Scottsdale'],
  ['Samir', 'Aziz', 'Paradise Valley'],
  ['Simone', 'Laurent', 'Beverly Hills'],
  ['Stellan', 'Dahl', 'Austin'],
  ['Tamsin', 'Pryce', 'Palm Beach'],
  ['Tobias', 'Engel', 'Scottsdale'],
  ['Uma', 'Krishnan', 'Paradise Valley'],
  ['Valerie', 'Dubois', 'Palm Beach'],
  ['Viktor', 'Halasz', 'Austin'],
  ['Wendell', 'Price', 'Scottsdale'],
  ['Ximena', 'Ortega', 'Beverly Hills'],
  ['Yara', 'Mansour', 'Paradise Valley'],
  ['Zach', 'Underwood', 'Austin'],
  ['Zoe', 'Papadakis', 'Palm Beach'],
];

const strangers = founderRows.map(([firstName, lastName, homeCity], position): DemoPerson => ({
  username: firstName.toLowerCase(),
  firstName,
  lastName,
  homeCity,
  phone: `480-555-04${String(position).padStart(2, '0')}`,
  preferences: null,
  kind: 'player',
}));

/** Marcus, the tenth founder, is the only one with a demo login. */
const marcus = demoPeople.find(({ username }) => username === 'marcus')!;

/** The founders in order, until `nowMs`. The next one is number 47. Depends only on `nowMs`. */
export const demoFounders = (nowMs: number): readonly DemoFounder[] =>
  strangers.toSpliced(9, 0, marcus).map((demoPerson, position) => {
    const boughtMs =
      nowMs -
      (FIRST_DAYS_AGO - position * DAYS_APART) * DAY_MS -
      ((position * HOURS_APART) % 24) * HOUR_MS;
    return { person: demoPerson, boughtAt: new Date(boughtMs).toISOString() };
  });
