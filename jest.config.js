/**
 * Three layers: `unit` runs alone and in parallel, `integration` (*.int.spec.ts) against real processes, two files at a time,
 * `website` (*.test.ts, *.test.tsx) in a simulated browser.
 */
const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@courtly/backend/(.*)$': '<rootDir>/backend/src/$1',
  },
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/deploy/launcher/jest-setup.js'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/package.json'],
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      // The journeys in frontend/e2e are Playwright's.
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '\\.int\\.spec\\.ts$',
        '<rootDir>/frontend/e2e/',
      ],
    },
    { ...shared, displayName: 'integration', testMatch: ['**/*.int.spec.ts'] },
    {
      ...shared,
      displayName: 'website',
      testMatch: [
        '<rootDir>/frontend/src/**/*.test.{ts,tsx}',
        '<rootDir>/deploy/standins/stripe/website/*.test.ts',
      ],
      testEnvironment: '<rootDir>/frontend/jest-environment.js',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      setupFiles: [],
      transform: {
        '^.+\\.tsx?$': [
          '@swc/jest',
          {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2022',
            },
            module: { type: 'es6' },
          },
        ],
      },
    },
  ],
};
