/**
 * `unit` runs alone, `integration` against real stores and processes, `slow` kills, freezes and fuzzes them, and `website`
 * runs components in a simulated browser. All but `website` use Node's own module loader: a worker loads each module once.
 */
const ignored = ['/node_modules/', '/dist/', '<rootDir>/frontend/'];
const native = {
  rootDir: import.meta.dirname,
  runtime: '<rootDir>/deploy/jest/runtime.js',
  testEnvironment: '<rootDir>/deploy/jest/environment.js',
  transform: {},
  modulePathIgnorePatterns: ['/dist/package.json'],
};

export default {
  // What test files leave behind adds up in a worker: it is replaced when it has grown that much.
  workerIdleMemoryLimit: '1200MB',
  projects: [
    {
      ...native,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [...ignored, '\\.int\\.spec\\.ts$'],
    },
    {
      ...native,
      displayName: 'integration',
      testMatch: ['**/*.int.spec.ts'],
      testPathIgnorePatterns: [...ignored, '\\.slow\\.int\\.spec\\.ts$'],
    },
    {
      ...native,
      displayName: 'slow',
      testMatch: ['**/*.slow.int.spec.ts'],
      testPathIgnorePatterns: ignored,
    },
    {
      rootDir: import.meta.dirname,
      displayName: 'website',
      testMatch: [
        '<rootDir>/frontend/src/**/*.test.{ts,tsx}',
        '<rootDir>/deploy/standins/stripe/website/*.test.ts',
      ],
      testEnvironment: '<rootDir>/frontend/jest-environment.js',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      testPathIgnorePatterns: ['/node_modules/', '/dist/'],
      modulePathIgnorePatterns: ['/dist/package.json'],
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
