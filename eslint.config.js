import { createRequire } from 'node:module';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { commentLength } from './deploy/lint/comment-length.js';
import { handlerErrors } from './deploy/lint/handler-errors.js';
import plainEnglish from './deploy/lint/plain-english.js';
import { policyLiterals } from './deploy/lint/policy-literals.js';

const courtly = {
  rules: {
    ...plainEnglish.rules,
    'comment-length': commentLength,
    'handler-errors': handlerErrors,
    'policy-literals': policyLiterals,
  },
};

/** The plugin is a dependency of the website, the only user of it. */
const jsxA11y = createRequire(new URL('./frontend/package.json', import.meta.url))(
  'eslint-plugin-jsx-a11y',
);

/** Files of a slice whose name carries no role are pure: deciders, events, folds, views. */
const contexts = 'backend/src/{people,booking,money,play,across}';
const pureFiles = [
  'backend/src/**/*.{events,projection}.ts',
  `${contexts}/**/!(*.*).ts`,
  'backend/src/platform/kernel/{decider,events,domain-error,local-time}.ts',
];

const rootImports = [
  { name: 'date-fns', message: 'Import from date-fns/<function>: the root loads every function.' },
];
/** Large packages that few requests need. */
const lazyImports = ['sharp', '@nestjs/swagger', 'flydrive/drivers/s3'].map((name) => ({
  name,
  message: 'Load it with import() where it is used, so that the process starts faster.',
  allowTypeImports: true,
}));
const awsImports = { group: ['@aws-sdk/*'], message: 'Load it with import().' };
const stripeClient = {
  name: 'stripe',
  message: 'Pure code imports only types of Stripe.',
  allowTypeImports: true,
};

/** Browsers drop what they cannot parse in a number field: `99,50` becomes 9950 without an error. */
const inputTypes = [
  {
    selector: 'JSXAttribute[name.name="type"] Literal[value="number"]',
    message: 'Use NumberField, or a text input with inputMode whose schema parses the number.',
  },
  {
    selector: 'JSXAttribute[name.name="type"] Literal[value="hidden"]',
    message: 'Password managers ignore hidden inputs. Use AccountName.',
  },
];

const spreadLiterals = [
  {
    selector: 'JSXSpreadAttribute > ObjectExpression',
    message: 'Write each prop as its own attribute.',
  },
  {
    selector: 'SpreadElement > ObjectExpression',
    message: 'Write the fields without a spread.',
  },
];

const literalTimeouts = [
  'callee.name=/^(?:it|test|(?:before|after)(?:All|Each))$/',
  'callee.object.name=/^(?:it|test)$/][callee.property.name!="setTimeout"',
  'callee.callee.object.name=/^(?:it|test)$/',
  'callee.tag.object.name=/^(?:it|test)$/',
  'callee.consequent.name=/^(?:it|test)$/',
].map((testFunction) => ({
  selector: `CallExpression[${testFunction}] > Literal.arguments:last-child[raw=/^\\d/]`,
  message: 'Delete the timeout: the default depends on the load. Derive longer ones from the work.',
}));

/** `contracts/src/fields.ts` normalizes text before it is checked. */
const uncleanText = [
  {
    selector: 'MemberExpression[object.name="z"][property.name="email"]',
    message: 'Use emailAddress from fields.',
  },
  {
    selector: 'MemberExpression[object.type="CallExpression"][property.name="trim"]',
    message: 'Use oneLine or lines from fields.',
  },
];

/** Engines format dates of the same locale differently. `formatToParts` returns the fields. */
const restrictedSyntax = [
  ...spreadLiterals,
  {
    selector:
      'ForOfStatement[await=true] > CallExpression.right[callee.property.name=/^(?:find|project|sort)$/]:not(:has(Property[key.name="batchSize"]))',
    message: 'Set batchSize when you iterate over a collection. The default batch is up to 16 MB.',
  },
  {
    selector:
      ':matches(CallExpression, NewExpression) > Literal.arguments:first-child[value=/^(?:en-CA|sv(?:-SE)?)$/]',
    message: 'Locale output is not a stable format. Use formatToParts.',
  },
  {
    selector:
      'MemberExpression[object.callee.property.name=/^(?:format|formatRange|toLocale(?:Date|Time)?String)$/][property.name=/^(?:split|slice|substring|match|matchAll|indexOf|startsWith|endsWith|at|charAt|localeCompare)$/]',
    message: 'Locale output is meant for people, not for programs. Use formatToParts.',
  },
  {
    selector:
      ':matches(BinaryExpression[operator=/^[<>=!]/], CallExpression[callee.name=/^(?:Number|parseInt|parseFloat|BigInt)$/], NewExpression[callee.name="Date"]) > CallExpression[callee.property.name=/^(?:format|formatRange|toLocale(?:Date|Time)?String)$/]',
    message: 'Locale output is meant for people, not for programs. Use formatToParts.',
  },
  {
    selector:
      'NewExpression[callee.name="DomainError"] > Literal[value=/^This .+ doesn.t exist.$/]',
    message: 'Use notFound().',
  },
];

/**
 * Browsers may have older zone data than the server: only `lib/format.ts` formats at a place, by
 * the offsets of the server. Names of zones and dates in UTC do not depend on that data.
 */
const oneClock = [
  {
    selector:
      'ObjectExpression:not(:has(> Property[key.name="timeZoneName"][value.value="longGeneric"])) > Property[key.name="timeZone"]:not([value.value="UTC"])',
    message: 'Format times with lib/format, which uses the offsets of the server.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(?:@date-fns\\u002f(?:tz|utc)|date-fns-tz)/]',
    message: 'Format times with lib/format, which uses the offsets of the server.',
  },
];

const clockRead =
  ':matches(CallExpression[callee.object.name="Date"][callee.property.name="now"], NewExpression[callee.name="Date"][arguments.length=0])';
const useNowMessage = 'A render must not read the clock. Use useNow().';
/** Nested functions are handlers, effects, and initial values, except for children of elements. */
const clockReadsInRender = [
  { selector: `${clockRead}:not(:function :function *)`, message: useNowMessage },
  {
    selector: `JSXElement > JSXExpressionContainer > :function ${clockRead}`,
    message: useNowMessage,
  },
];

/** Otherwise, a failed read looks like an empty response. */
const readsWithoutErrors = [
  'VariableDeclarator[init.callee.name=/^use(?:Infinite)?Query$/] > ObjectPattern[properties.length=1] > Property[key.name="data"]',
  'MemberExpression[object.callee.name=/^use(?:Infinite)?Query$/][property.name="data"]',
].map((selector) => ({
  selector,
  message: 'Show the error of the query, or use useOptionalData if the page can do without it.',
}));

const zodInPages = {
  name: 'zod',
  message: 'Schemas come from contracts, loaded with the form that needs them.',
};

/** A schema that is created before `setUpForPages` runs `eval`, which pages forbid. */
const schemasInPages = {
  regex: '^@courtly/contracts/',
  importNamePattern: '^[A-Z][a-z]',
  allowTypeImports: true,
  message: 'Load schemas with schemaResolver, or import only their types.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/dist-types/',
      '**/node_modules/',
      '.courtly/',
      'coverage/',
      '**/playwright-report/',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  {
    // A single input must not stall a process, so every regular expression must run in linear time.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    ignores: ['deploy/lint/**'],
    plugins: { courtly },
    rules: { 'courtly/plain-english': 'error' },
  },
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    ignores: ['deploy/standins/**'],
    plugins: { courtly },
    rules: { 'courtly/comment-length': 'error' },
  },
  {
    files: ['backend/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { courtly },
    rules: { 'courtly/handler-errors': 'error' },
  },
  {
    // Their functions and types are interfaces, whose docstrings define units and errors.
    files: ['backend/src/platform/{kernel,projections}/**/*.ts', 'contracts/src/**/*.ts'],
    rules: { 'courtly/comment-length': ['error', { longDocstrings: true }] },
  },
  {
    files: [
      'frontend/src/**/*.{ts,tsx}',
      'backend/src/**/*.ts',
      'contracts/src/**/*.ts',
      'deploy/launcher/**/*.{mjs,ts}',
    ],
    // Players have accepted these texts, so they never change.
    ignores: ['backend/src/people/waivers/waiver-text.ts'],
    rules: { 'courtly/plain-english': ['error', { texts: true }] },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}', 'backend/src/**/*-emails.ts'],
    rules: { 'courtly/plain-english': ['error', { texts: true, contractions: true }] },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    ignores: [
      '**/*.test.{ts,tsx}',
      'frontend/src/{dev,testing}/**',
      // It describes one formula by its id, and the page says so if another one is in force.
      'frontend/src/features/rankings/how-ratings-work-content.ts',
    ],
    rules: { 'courtly/policy-literals': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['backend/{src,testing}/**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  {
    files: ['**/*.{spec,test}.{ts,tsx}'],
    ignores: ['deploy/standins/**'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, ...literalTimeouts] },
  },
  {
    files: ['contracts/src/*.ts'],
    ignores: ['**/{text,*.spec}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, ...uncleanText] },
  },
  {
    files: ['backend/{src,testing}/**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...spreadLiterals, ...literalTimeouts] },
  },
  {
    files: pureFiles,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                'node:*',
                '@nestjs/*',
                'mongoose',
                'bullmq',
                'ioredis',
                '@eventstore/*',
                'express',
              ],
              message: 'Deciders, events and projections are pure.',
            },
          ],
        },
      ],
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Pure code must not read the environment.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time arrives in the command.' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: rootImports }] },
  },
  {
    files: ['backend/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [...rootImports, ...lazyImports], patterns: [awsImports] },
      ],
    },
  },
  {
    files: pureFiles,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [...rootImports, ...lazyImports, stripeClient], patterns: [awsImports] },
      ],
    },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}', 'deploy/standins/stripe/website/*.ts'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [zodInPages],
        },
      ],
    },
  },
  {
    // These rules run the React Compiler on components. Tests define hardly any.
    files: ['frontend/src/**/*.test.{ts,tsx}', 'frontend/src/testing/**'],
    rules: Object.fromEntries(
      Object.keys(reactHooks.configs.flat.recommended.rules)
        .filter((rule) => !/rules-of-hooks|exhaustive-deps/.test(rule))
        .map((rule) => [rule, 'off']),
    ),
  },
  {
    // The test server checks responses against the schemas of the contract.
    files: ['frontend/src/testing/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    ignores: ['**/*-schema.ts', '**/*.test.{ts,tsx}', 'frontend/src/testing/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [zodInPages], patterns: [schemasInPages] }],
    },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'frontend/src/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        ...inputTypes,
        ...clockReadsInRender,
        ...oneClock,
        ...readsWithoutErrors,
      ],
    },
  },
  {
    files: ['frontend/src/lib/format.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, ...clockReadsInRender] },
  },
  {
    files: ['frontend/{src,e2e}/**/*.{ts,tsx}', 'deploy/standins/stripe/website/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ['frontend/src/app/before-paint.js'],
    languageOptions: { globals: globals.browser, ecmaVersion: 5, sourceType: 'script' },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }], 'no-var': 'off' },
  },
  {
    files: ['frontend/src/app/offline/worker.js'],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ['backend/tools/seed/photos/render.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['backend/src/cli/**', 'backend/tools/**', 'deploy/**', 'frontend/*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
