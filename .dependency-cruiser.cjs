/**
 * Who may import whom, one line per rule, by path. A slice is a folder of a context. Another
 * context sees its events, projections and pure files only; `across` reads every context.
 */
const contexts = 'people|booking|money|play';
const slice = `^backend/src/(${contexts}|across)/([^/]+)/`;
const acting =
  '\\.(commands|queries|controller|middleware|guard|service|interceptor|filter|process|slice)\\.ts$';
const spec = '\\.spec\\.ts$|^backend/testing/';
const test = '\\.test\\.tsx?$|^frontend/src/testing/';

/**
 * The layers of the website, from the top: each imports from those below it, and `config` from
 * none.
 */
const layers = ['app', 'features', 'resources', 'ui', 'lib', 'config'];
const noWayBackUp = layers.slice(1).map((layer, index) => ({
  name: `${layer}-knows-nothing-above-it`,
  severity: 'error',
  from: { path: `^frontend/src/${layer}/`, pathNot: test },
  to: { path: `^frontend/src/(${layers.slice(0, index + 1).join('|')})/` },
}));

/** Resources in import order: each imports only later ones, so no two folders import each other. */
const resources = [
  'booking-actions',
  'notification',
  'match',
  'message',
  'incident',
  'review',
  'guest',
  'payment',
  'membership',
  'court',
  'booking',
  'player',
  'ranking',
  'hosting',
  'report',
  'block',
  'waiver',
  'draft',
  'session',
  'achievement',
  'paper',
  'catalog',
  'admin',
  'audit',
];
const resourceOrder = [
  ...resources.slice(1).map((resource, index) => ({
    name: `resource-${resource}-imports-only-later-ones`,
    severity: 'error',
    from: { path: `^frontend/src/resources/${resource}/`, pathNot: test },
    to: { path: `^frontend/src/resources/(${resources.slice(0, index + 1).join('|')})/` },
  })),
  {
    name: 'resource-has-an-order',
    comment: 'Add a new resource to the list above.',
    severity: 'error',
    from: { path: `^frontend/src/resources/(?!(${resources.join('|')})/)` },
    to: {},
  },
];

// What a context imports from one above it (people, booking, money, play): for example, applications
// draft courts, papers list what bookings accepted, and bookings show payments and matches.
const risingImports = [
  [
    'people',
    'booking',
    'bookings/bookings\\.projection|courts/(court|court-zone|default-schedule)|pricing/price',
  ],
  ['people', 'money', 'cards/customers|payments/(disputes|intent-of)|settlement/open-obligation'],
  ['people', 'play', '-'],
  ['booking', 'money', 'payments/(disputes|payment\\.events)'],
  ['booking', 'play', 'matches/(match|matches\\.projection)'],
  ['money', 'play', '-'],
].map(([lower, upper, listed]) => ({
  name: `${lower}-imports-little-of-${upper}`,
  severity: 'error',
  from: { path: `^backend/src/${lower}/`, pathNot: spec },
  to: { path: `^backend/src/${upper}/`, pathNot: `^backend/src/${upper}/(${listed})\\.ts$` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contexts-share-only-pure-code',
      comment: 'A context imports events, projections and pure functions of another one.',
      severity: 'error',
      from: { path: `^backend/src/(${contexts})/`, pathNot: spec },
      to: { path: `${slice}.*${acting}`, pathNot: '^backend/src/$1/' },
    },
    {
      name: 'no-context-imports-across',
      severity: 'error',
      from: { path: `^backend/src/(${contexts})/`, pathNot: spec },
      to: { path: '^backend/src/across/' },
    },
    {
      name: 'platform-imports-no-context',
      comment: 'What slices provide reaches the platform by injection.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: spec },
      to: {
        path: `^backend/src/(${contexts}|across|web|cli|verify)/|^backend/src/(app|app.module|slices)\\.ts`,
      },
    },
    {
      name: 'checks-recompute-from-events',
      comment: 'A check must not share the rule that it checks; decision 068 has the exceptions.',
      severity: 'error',
      from: { path: '^backend/src/verify/[^/]+$', pathNot: `${spec}|/rating-table\\.ts$` },
      to: {
        path: `^backend/src/(${contexts}|across)/`,
        pathNot: '\\.events\\.ts$|/ledger/entries\\.ts$|/payments/paid-fields\\.ts$',
      },
    },
    {
      name: 'kernel-imports-only-stores',
      severity: 'error',
      from: { path: '^backend/src/platform/kernel/', pathNot: spec },
      to: { path: '^backend/src/platform/', pathNot: '^backend/src/platform/(kernel|stores)/' },
    },
    {
      name: 'stores-import-only-configuration',
      severity: 'error',
      from: { path: '^backend/src/platform/stores/', pathNot: spec },
      to: { path: '^backend/src/', pathNot: '^backend/src/(platform/stores/|config\\.ts$)' },
    },
    {
      name: 'tools-stay-outside',
      comment: 'Tools that seed, load, and measure a Courtly are not part of the release.',
      severity: 'error',
      from: { path: '^(backend/src|contracts|frontend)/', pathNot: spec },
      to: { path: '^backend/tools/' },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(backend|frontend|deploy)/' },
    },
    {
      name: 'frontend-knows-only-contracts',
      severity: 'error',
      comment: 'The stand-in for Stripe.js is loaded in development only.',
      from: { path: '^frontend/' },
      to: { path: '^(backend|deploy)/', pathNot: '^deploy/standins/stripe/website/' },
    },
    {
      name: 'stand-ins-import-only-themselves',
      comment: 'The gate tests a stand-in only when files of its folder have changed.',
      severity: 'error',
      from: { path: '^deploy/standins/([^/]+)/' },
      to: {
        path: '^(backend|contracts|frontend|deploy)/',
        pathNot: '^deploy/standins/$1/',
      },
    },
    ...risingImports,
    ...noWayBackUp,
    ...resourceOrder,
    {
      name: 'features-are-independent',
      comment:
        'What two features share is a resource; the page of another feature is reached by its address.',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/', pathNot: test },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'one-client-of-the-event-store',
      comment: 'A later change of client stays in one file.',
      severity: 'error',
      from: {
        path: '^backend/src/',
        pathNot: '^backend/src/platform/stores/event-store\\.ts$|\\.spec\\.ts$',
      },
      to: { path: '@eventstore/db-client' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
