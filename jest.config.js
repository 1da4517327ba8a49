import { patience } from './backend/testing/patience.ts';

/**
 * `integration` starts stores and processes; `slow` seeds, kills, and fuzzes them; `haproxy` starts
 * HAProxy; `website` simulates a browser; `website-isolated` gives each file a virtual machine.
 */
const ignored = ['/node_modules/', '/dist/'];
const excluded = [...ignored, '<rootDir>/frontend/', '<rootDir>/deploy/standins/'];
/** Uses Node's module loader, so that a worker loads each module once. */
const native = {
  rootDir: import.meta.dirname,
  runtime: '<rootDir>/deploy/jest/runtime.js',
  testEnvironment: '<rootDir>/deploy/jest/environment.js',
  transform: {},
  modulePathIgnorePatterns: ['/dist/package.json'],
};

const browser = {
  ...native,
  testEnvironment: '<rootDir>/frontend/jest/environment.js',
  setupFilesAfterEnv: ['<rootDir>/frontend/src/testing/set-up.ts'],
};

const isolated = '.isolated.test.tsx';

export default {
  // Only a test that hangs takes longer: 120 s on a quiet machine, and at most 10 minutes, because
  // the slowest test (172 s at a load of 5 per core) would take 8 at 14, the most measured so far.
  testTimeout: Math.min(patience(60_000), 600_000),
  // Memory that test files leave behind adds up: a worker above this size is replaced.
  workerIdleMemoryLimit: '1200MB',
  projects: [
    {
      ...native,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [...excluded, '\\.(?:int|haproxy)\\.spec\\.ts$'],
    },
    {
      ...native,
      displayName: 'integration',
      testMatch: ['**/*.int.spec.ts'],
      testPathIgnorePatterns: [...excluded, '\\.slow\\.int\\.spec\\.ts$'],
    },
    {
      ...native,
      displayName: 'slow',
      testMatch: ['**/*.slow.int.spec.ts'],
      testPathIgnorePatterns: excluded,
    },
    {
      ...native,
      displayName: 'haproxy',
      testMatch: ['**/*.haproxy.spec.ts'],
      testPathIgnorePatterns: excluded,
    },
    {
      ...browser,
      displayName: 'website',
      testMatch: ['<rootDir>/frontend/src/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: [...ignored, isolated.replaceAll('.', '\\.')],
    },
    {
      displayName: 'website-isolated',
      rootDir: import.meta.dirname,
      testMatch: [`<rootDir>/frontend/src/**/*${isolated}`],
      testEnvironment: '<rootDir>/frontend/jest/vm-environment.js',
      setupFilesAfterEnv: ['<rootDir>/frontend/src/testing/set-up-vm.ts'],
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      testPathIgnorePatterns: ignored,
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
    ...['eventstoredb', 'mongodb', 'stripe'].map((name) => ({
      ...native,
      displayName: `standin-${name}`,
      testMatch: [`<rootDir>/deploy/standins/${name}/src/**/*.spec.ts`],
      testPathIgnorePatterns: ignored,
    })),
    {
      ...browser,
      displayName: 'standin-stripe-website',
      testMatch: ['<rootDir>/deploy/standins/stripe/website/*.test.ts'],
      testPathIgnorePatterns: ignored,
    },
  ],
};
