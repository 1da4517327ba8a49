import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Deciders, event definitions and projections are pure: no framework, no driver, no node, no clock. */
const pure = [
  'backend/src/*/*.ts',
  '!backend/src/{kernel,jobs,vault,ops,cli,testing}/*.ts',
  '!backend/src/*/*.{commands,queries,controller,module,client,middleware,job,sweep,runner,spec}.ts',
  'backend/src/kernel/{decider,specification,domain-error}.ts',
];

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.courtly/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-console': 'error',
    },
  },
  { files: ['backend/src/cli/**', 'deploy/**', 'bench/**'], rules: { 'no-console': 'off' } },
);
export { pure };
