/** The cities where Courtly operates, in order of launch. */
export const activeCities = [
  { city: 'Paradise Valley', state: 'Arizona' },
  { city: 'Scottsdale', state: 'Arizona' },
  { city: 'Austin', state: 'Texas' },
  { city: 'Palm Beach', state: 'Florida' },
  { city: 'Beverly Hills', state: 'California' },
];
