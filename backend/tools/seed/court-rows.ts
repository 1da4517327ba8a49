/** A court of the demo. Command ids derive from `key` and `host`. */
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
  /** The players invited to an invite-only court. */
  invited: readonly string[];
  hourlyRate: string;
  amenities: string[];
  instantBook: boolean;
  houseRules: string;
  arrivalNotes: string;
  gateCode: string;
  /** The names of files in `photos/`. */
  photos: readonly string[];
}>;

export const zones = {
  'Paradise Valley': 'America/Phoenix',
  Scottsdale: 'America/Phoenix',
  Austin: 'America/Chicago',
  'Palm Beach': 'America/New_York',
  'Beverly Hills': 'America/Los_Angeles',
} as const;

type Row = readonly [
  host: string,
  city: keyof typeof zones,
  name: string,
  address: string,
  surface: DemoCourt['surfaceType'],
  rate: number,
  amenities: string[],
  more: Partial<DemoCourt> & Pick<DemoCourt, 'description' | 'latitude' | 'longitude'>,
];

export const courtRows: readonly Row[] = [
  [
    'hana',
    'Paradise Valley',
    'Camelback Garden Court',
    '8412 E Horseshoe Ln',
    'hard',
    300,
    ['Lighting', 'Ball machine', 'Shaded seating'],
    {
      description:
        'Citrus on three sides and the mountain on the fourth. We resurfaced it last winter; the bounce is true and medium fast. Evenings are the best of it, when the rock turns red.',
      photos: ['camelback-baseline.jpg', 'camelback-net.jpg', 'camelback-above.jpg'],
      latitude: 33.5189,
      longitude: -111.9304,
      houseRules:
        'Court shoes without black soles. Music stays in the car. Pick as many oranges as you can carry.',
      arrivalNotes:
        'Drive past the white house to the gravel on the left. The path behind the lemon trees leads to the court.',
      gateCode: '2580#',
    },
  ],
  [
    'hana',
    'Paradise Valley',
    'Mummy Mountain Clay',
    '6120 N Palo Cristi Rd',
    'clay',
    280,
    ['Shaded seating', 'Water'],
    {
      description:
        'Red clay, rolled and watered every morning at six. Slow, easy on the knees, and the only one of its kind in the valley. Brushes hang by the gate.',
      latitude: 33.5447,
      longitude: -111.9588,
      houseRules: 'Please brush the court before you leave, from the outside in.',
      arrivalNotes: 'The second gate after the bridge. Ring the bell; someone is always around.',
    },
  ],
  [
    'hana',
    'Scottsdale',
    'Saguaro Hills Court',
    '10450 E Cactus Rd',
    'hard',
    160,
    ['Lighting', 'Parking'],
    {
      sports: ['tennis', 'pickleball'],
      description:
        'A family court on the edge of the desert, lined for tennis and pickleball. Quail walk across it at sunrise. Lights until ten.',
      latitude: 33.5963,
      longitude: -111.8552,
      houseRules: 'Lights off at ten, for the neighbors.',
      arrivalNotes: 'Park along the wall. The light switch is inside the blue box.',
      gateCode: '1905',
    },
  ],
  [
    'marcus',
    'Scottsdale',
    'Old Town Instant Court',
    '7100 E Main St',
    'hard',
    120,
    ['Lighting', 'Rackets'],
    {
      instantBook: true,
      description:
        'A five-minute walk from the galleries, behind a plain brick wall. No request, no waiting: book it and it is yours. Two rackets hang in the shed.',
      latitude: 33.4931,
      longitude: -111.9247,
      arrivalNotes: 'Public parking on Brown Avenue. The green door in the brick wall is the one.',
      gateCode: '7100*',
    },
  ],
  [
    'marcus',
    'Scottsdale',
    'Pinnacle Pickleball',
    '23800 N Scottsdale Rd',
    'hard',
    90,
    ['Paddles', 'Parking'],
    {
      sports: ['pickleball'],
      description:
        'Built for pickleball and nothing else: cushioned, windless, with a view of Pinnacle Peak. Paddles and balls are in the bench.',
      latitude: 33.7012,
      longitude: -111.9251,
      houseRules: 'At most four players. Put the paddles back under the bench.',
    },
  ],
  [
    'marcus',
    'Austin',
    'Barton Creek Court',
    '1820 Barton Creek Blvd',
    'hard',
    180,
    ['Lighting', 'Ball machine'],
    {
      description:
        'Live oaks, limestone and a steady breeze from the creek. The ball machine remembers ten drills and has more patience than any partner.',
      latitude: 30.2869,
      longitude: -97.8572,
      arrivalNotes:
        'Take the lower drive. The ball machine is under the awning; its key is on the hook.',
      gateCode: '0417',
    },
  ],
  [
    'lucia',
    'Austin',
    'Westlake Grass',
    '905 Westlake Dr',
    'grass',
    240,
    ['Clubhouse', 'Showers'],
    {
      description:
        'Bermuda grass cut to eight millimeters, from April to October. Low bounces, quiet feet, lemonade afterward. Whites are welcome but not required.',
      latitude: 30.3041,
      longitude: -97.7906,
      houseRules: "Grass shoes or flat soles. If it has rained, we'll call you.",
      arrivalNotes: 'Showers are in the pool house, to the right of the court.',
    },
  ],
  [
    'lucia',
    'Austin',
    'Zilker Terrace Court',
    '2201 Robert E Lee Rd',
    'clay',
    150,
    ['Lighting', 'Water'],
    {
      sports: ['tennis', 'pickleball'],
      description:
        'Green clay on a terrace over the park, with the skyline behind the far baseline. Cool until late in the morning.',
      latitude: 30.2602,
      longitude: -97.7714,
      houseRules: 'Sweep the lines last.',
      arrivalNotes: 'Up the stone steps next to the garage.',
      gateCode: '33 33',
    },
  ],
  [
    'lucia',
    'Palm Beach',
    'Ocean Breeze Clay',
    '310 Seabreeze Ave',
    'clay',
    260,
    ['Shaded seating', 'Ball machine'],
    {
      description:
        'Two blocks from the ocean, and you hear it between points. Har-Tru, watered from below, dry twenty minutes after any shower.',
      photos: ['ocean-baseline.jpg', 'ocean-corner.jpg'],
      latitude: 26.7018,
      longitude: -80.0351,
      arrivalNotes: 'Bicycles by the hedge, cars on the crushed shell in front.',
      gateCode: '8642',
    },
  ],
  [
    'desmond',
    'Palm Beach',
    'Royal Palm Lawn',
    '77 S County Rd',
    'grass',
    295.5,
    ['Private', 'Clubhouse'],
    {
      courtAccess: 'invite',
      invited: ['imani', 'grace', 'theo', 'yuki', 'rosa'],
      description:
        'A lawn behind royal palms that my grandmother laid out in 1931. For friends of the house, and for their friends.',
      latitude: 26.6942,
      longitude: -80.0398,
      houseRules: 'Flat soles, and a word with the gardener before you roll anything.',
      arrivalNotes: 'Through the arch. Tea is at four, for winners and losers alike.',
    },
  ],
  [
    'desmond',
    'Beverly Hills',
    'Roxbury Court',
    '471 S Roxbury Dr',
    'hard',
    300,
    ['Lighting', 'Pro shop'],
    {
      description:
        'A sunken court with ivy up to the lights: no wind, no eyes. We restring rackets while you play, if you ask a day ahead.',
      latitude: 34.0591,
      longitude: -118.4068,
      houseRules: 'No photographs over the hedge.',
      arrivalNotes: 'The side gate on the alley. Leave the engine off after eight.',
      gateCode: '90212',
    },
  ],
  [
    'desmond',
    'Beverly Hills',
    'Coldwater Canyon Court',
    '1190 Coldwater Canyon Dr',
    'hard',
    99.95,
    ['Parking', 'Water'],
    {
      description:
        'High up the canyon and cool when the city is not. A little worn, honestly priced, with the best backboard north of Sunset.',
      latitude: 34.0946,
      longitude: -118.4107,
      arrivalNotes:
        'The driveway is steep: use first gear, and park with your wheels turned to the curb.',
    },
  ],
];
