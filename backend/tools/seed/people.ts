import type { Preferences } from '@courtly/contracts/identity';

/** A user of the demo. Command ids derive from the username. */
export type DemoPerson = Readonly<{
  username: string;
  firstName: string;
  lastName: string;
  phone: string;
  homeCity: string;
  /** Null if the user has not set any. */
  preferences: Preferences | null;
  kind: 'admin' | 'host' | 'player';
}>;

export const DEMO_PASSWORD = 'courtly-demo';

export const emailOf = ({ username }: Pick<DemoPerson, 'username'>): string =>
  `${username}@courtly.example`;

type Row = readonly [
  username: string,
  firstName: string,
  lastName: string,
  homeCity?: string,
  skillLevel?: Preferences['skillLevel'],
  surfaces?: Preferences['surfaces'],
  socialTags?: Preferences['socialTags'],
];

const admins: readonly Row[] = [['avery', 'Avery', 'Lindqvist']];
const hosts: readonly Row[] = [
  ['hana', 'Hana', 'Whitlock', 'Paradise Valley', '4.0', ['hard', 'clay'], ['doubles', 'weekends']],
  ['marcus', 'Marcus', 'Oyelaran', 'Scottsdale'],
  ['lucia', 'Lucia', 'Ferrante', 'Austin'],
  ['desmond', 'Desmond', 'Achterberg', 'Palm Beach'],
];
const players: readonly Row[] = [
  [
    'pavel',
    'Pavel',
    'Novotny',
    'Scottsdale',
    '4.5',
    ['clay', 'hard'],
    ['singles', 'competitive', 'early bird'],
  ],
  [
    'imani',
    'Imani',
    'Castellanos',
    'Paradise Valley',
    '4.0',
    ['hard'],
    ['doubles', 'mixed doubles', 'weekends'],
  ],
  ['grace', 'Grace', 'Holloway', 'Austin', '3.5', ['grass', 'clay'], ['doubles', 'friendly']],
  ['theo', 'Theo', 'Marchetti', 'Palm Beach', '5.0', ['clay'], ['singles', 'competitive']],
  ['yuki', 'Yuki', 'Tanabe', 'Beverly Hills', '3.0', ['hard'], ['friendly', 'after work']],
  [
    'rosa',
    'Rosa',
    'Delgado',
    'Scottsdale',
    '4.0',
    ['clay', 'grass'],
    ['singles', 'after work', 'weekends'],
  ],
  ['finn', 'Finn', 'Abernathy', 'Austin', '2.5', [], ['friendly']],
  ['noor', 'Noor', 'Rahimi', 'Paradise Valley'],
];

const createPeople = (
  accountKind: DemoPerson['kind'],
  personRows: readonly Row[],
  queuePrefix: string,
): DemoPerson[] =>
  personRows.map(
    (
      [username, firstName, lastName, homeCity = '', skillLevel, surfaces = [], socialTags = []],
      position,
    ) => ({
      username,
      firstName,
      lastName,
      phone: `480-555-${queuePrefix}${String(position).padStart(2, '0')}`,
      homeCity,
      preferences: skillLevel ? { skillLevel, surfaces, socialTags } : null,
      kind: accountKind,
    }),
  );

export const demoPeople: readonly DemoPerson[] = [
  ...createPeople('admin', admins, '01'),
  ...createPeople('host', hosts, '02'),
  ...createPeople('player', players, '03'),
];
