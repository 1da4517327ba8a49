/** Who may import whom. Slices share what is pure, never what acts. */
const slices =
  'identity|cities|courts|bookings|waivers|payments|membership|matches|rankings|reviews|applications|messaging|achievements|notifications';
const acting = '\\.(commands|queries|controller|module|middleware|guard)\\.ts$';

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
        'A slice imports events, projections and pure functions of another slice, never its handlers or controllers.',
      severity: 'error',
      from: { path: `^backend/src/(${slices})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^backend/src/(${slices})/.*${acting}`, pathNot: '^backend/src/$1/' },
    },
    {
      name: 'kernel-knows-no-slice',
      severity: 'error',
      from: { path: '^backend/src/kernel/', pathNot: 'kernel\\.module\\.ts$|\\.spec\\.ts$' },
      to: { path: `^backend/src/(${slices}|jobs|http|cli|ops|projections)/` },
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
    {
      name: 'one-client-of-the-event-store',
      comment: 'A later change of client stays in one file.',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '^backend/src/(kernel/event-store|bench/.*)\\.ts$|\\.spec\\.ts$' },
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
