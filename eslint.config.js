import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Files of a slice whose name carries no role are pure: deciders, event definitions, folds, views. */
const effectful = 'kernel,jobs,vault,ops,cli,bench,testing,http,projections,identity';

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.courtly/', 'coverage/'] },
  js.configs.recommended,
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
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
    files: [
      'backend/src/**/*.{events,projection}.ts',
      `backend/src/!(${effectful.replaceAll(',', '|')})/!(*.*).ts`,
      'backend/src/kernel/{decider,events,domain-error,local-time}.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', '@nestjs/*', 'mongoose', 'bullmq', 'ioredis', '@eventstore/*', 'express'],
              message: 'Deciders, events and projections are pure.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', { name: 'process', message: 'Pure code knows no environment.' }],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes in with the command.' },
      ],
    },
  },
  { files: ['backend/src/cli/**', 'backend/src/bench/**', 'deploy/**'], rules: { 'no-console': 'off' } },
);
