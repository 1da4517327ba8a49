/** A court of the demo; `key` and `host` are names that its commands are derived from. */
export type DemoCourt = Readonly<{
  key: string;
  host: string;
  name: string;
  description: string;
  location: string;
  zone: string;
  street: string;
  address: string;
  latitude: number;
  longitude: number;
  surfaceType: 'hard' | 'clay' | 'grass';
  sports: ('tennis' | 'pickleball')[];
  courtAccess: 'public' | 'elite' | 'invite';
  /** The players whom the host has invited, to a court by invitation. */
  invited: readonly string[];
  hourlyRate: string;
  amenities: string[];
  instantBook: boolean;
}>;

const cities = {
  'Paradise Valley': { zone: 'America/Phoenix', latitude: 33.5312, longitude: -111.9426 },
  Scottsdale: { zone: 'America/Phoenix', latitude: 33.4942, longitude: -111.9261 },
  Austin: { zone: 'America/Chicago', latitude: 30.2672, longitude: -97.7431 },
  'Palm Beach': { zone: 'America/New_York', latitude: 26.7056, longitude: -80.0364 },
  'Beverly Hills': { zone: 'America/Los_Angeles', latitude: 34.0736, longitude: -118.4004 },
} as const;

type Row = readonly [
  host: string,
  city: keyof typeof cities,
  name: string,
  address: string,
  surface: DemoCourt['surfaceType'],
  rate: number,
  amenities: string[],
  more?: Partial<DemoCourt>,
];

const rows: readonly Row[] = [
  [
    'hana',
    'Paradise Valley',
    'Camelback Garden Court',
    '8412 E Horseshoe Ln',
    'hard',
    300,
    ['Lighting', 'Ball machine', 'Shaded seating'],
  ],
  ['hana', 'Paradise Valley', 'Mummy Mountain Clay', '6120 N Palo Cristi Rd', 'clay', 280, ['Shaded seating', 'Water']],
  [
    'hana',
    'Scottsdale',
    'Saguaro Hills Court',
    '10450 E Cactus Rd',
    'hard',
    160,
    ['Lighting', 'Parking'],
    { sports: ['tennis', 'pickleball'] },
  ],
  [
    'marcus',
    'Scottsdale',
    'Old Town Instant Court',
    '7100 E Main St',
    'hard',
    120,
    ['Lighting', 'Rackets'],
    { instantBook: true },
  ],
  [
    'marcus',
    'Scottsdale',
    'Pinnacle Pickleball',
    '23800 N Scottsdale Rd',
    'hard',
    90,
    ['Paddles', 'Parking'],
    { sports: ['pickleball'] },
  ],
  ['marcus', 'Austin', 'Barton Creek Court', '1820 Barton Creek Blvd', 'hard', 180, ['Lighting', 'Ball machine']],
  ['lucia', 'Austin', 'Westlake Grass', '905 Westlake Dr', 'grass', 240, ['Clubhouse', 'Showers']],
  [
    'lucia',
    'Austin',
    'Zilker Terrace Court',
    '2201 Robert E Lee Rd',
    'clay',
    150,
    ['Lighting', 'Water'],
    { sports: ['tennis', 'pickleball'] },
  ],
  ['lucia', 'Palm Beach', 'Ocean Breeze Clay', '310 Seabreeze Ave', 'clay', 260, ['Shaded seating', 'Ball machine']],
  [
    'desmond',
    'Palm Beach',
    'Royal Palm Lawn',
    '77 S County Rd',
    'grass',
    295.5,
    ['Private', 'Clubhouse'],
    { courtAccess: 'invite', invited: ['imani', 'grace', 'theo', 'yuki', 'rosa'] },
  ],
  ['desmond', 'Beverly Hills', 'Roxbury Court', '471 S Roxbury Dr', 'hard', 300, ['Lighting', 'Pro shop']],
  [
    'desmond',
    'Beverly Hills',
    'Coldwater Canyon Court',
    '1190 Coldwater Canyon Dr',
    'hard',
    99.95,
    ['Parking', 'Water'],
  ],
];

const describe = (name: string, surface: string, city: string) =>
  `${name} is a private ${surface} court in ${city}, kept for regular play. Please arrive five minutes early and close the gate.`;

export const demoCourts: readonly DemoCourt[] = rows.map(
  ([host, city, name, address, surfaceType, rate, amenities, more], index) => ({
    key: `court-${index + 1}`,
    host,
    name,
    description: describe(name, surfaceType, city),
    location: city,
    ...cities[city],
    latitude: cities[city].latitude + index / 1_000,
    street: address.slice(address.indexOf(' ') + 1),
    address,
    surfaceType,
    sports: ['tennis'],
    courtAccess: 'public',
    invited: [],
    hourlyRate: rate.toFixed(2),
    amenities,
    instantBook: false,
    ...more,
  }),
);
