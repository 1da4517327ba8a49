import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mutants } from './mutants.js';

// The simulation detects mutants outside the gate. In the gate, a mutant that no longer applies
// must fail.
it.each(mutants)('can break the rule: $rule', async ({ file, from }) => {
  const source = await readFile(join(import.meta.dirname, '../../src', file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
});
