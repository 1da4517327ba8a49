/**
 * Who may import whom. Rooms that stand apart are named; every other folder of the backend is a slice, so that a new one is
 * held to the rules without being listed. A slice reads the events and the pure parts of another slice, and never what acts.
 */
const rooms =
  'kernel|stores|projections|processes|edge|vault|pricing|pages|verify|replay|cli|ops|testing';
const slice = `^backend/src/(?!(?:${rooms})/)([^/]+)/`;
const acting =
  '\\.(commands|queries|controller|module|middleware|guard|service|interceptor|filter|process|slice)\\.ts$';
const spec = '\\.spec\\.ts$|^backend/src/testing/';
const test = '\\.test\\.tsx?$|^frontend/src/testing/';

/** The layers of the website, from the top: each imports from those below it, and `config` from none. */
const layers = ['app', 'features', 'resources', 'ui', 'lib', 'config'];
const noWayBackUp = layers.slice(1).map((layer, index) => ({
  name: `${layer}-knows-nothing-above-it`,
  severity: 'error',
  from: { path: `^frontend/src/${layer}/`, pathNot: test },
  to: { path: `^frontend/src/(${layers.slice(0, index + 1).join('|')})/` },
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
      name: 'slices-share-only-pure-code',
      comment:
        'A slice imports events, projections and pure functions of another slice, never what acts.',
      severity: 'error',
      from: { path: slice, pathNot: spec },
      to: { path: `${slice}.*${acting}`, pathNot: '^backend/src/$1/' },
    },
    {
      name: 'rooms-know-no-slice',
      comment: 'What slices bring reaches the rooms below them by injection.',
      severity: 'error',
      from: {
        path: '^backend/src/(kernel|stores|projections|processes|edge|vault|pricing)/',
        pathNot: spec,
      },
      to: { path: `${slice}|^backend/src/(app|slices)\\.` },
    },
    {
      name: 'the-kernel-stands-on-the-stores-alone',
      severity: 'error',
      from: { path: '^backend/src/kernel/', pathNot: spec },
      to: { path: '^backend/src/(projections|processes|edge|vault|pricing|pages|verify|cli|ops)/' },
    },
    {
      name: 'stores-know-the-configuration-alone',
      severity: 'error',
      from: { path: '^backend/src/stores/', pathNot: spec },
      to: { path: '^backend/src/', pathNot: '^backend/src/(stores/|config\\.ts$)' },
    },
    {
      name: 'tools-stay-outside',
      comment: 'What fills, presses and measures a Courtly is no part of what is shipped.',
      severity: 'error',
      from: { path: '^(backend/src|contracts|frontend)/' },
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
      from: { path: '^frontend/' },
      to: { path: '^(backend|deploy)/' },
    },
    ...noWayBackUp,
    {
      name: 'features-stand-apart',
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
        pathNot: '^backend/src/stores/event-store\\.ts$|\\.spec\\.ts$',
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
