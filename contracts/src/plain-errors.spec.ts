import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { plainErrors } from './plain-errors.js';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainErrors }).error?.issues.map(({ message }) => message);

it.each([
  [z.string().max(3), 'four', 'Use at most 3 characters'],
  [z.string().min(3), 'ab', 'Use at least 3 characters'],
  [z.string().min(1), '', 'Please fill this in'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1'],
  [z.number().min(5), 4, 'Use at least 5'],
  [z.string().max(3, 'A word of our own'), 'four', 'A word of our own'],
] as const)('says plainly what is too long or too short', (schema, value, words) =>
  expect(said(schema, value)).toEqual([words]),
);

it('leaves everything else to zod', () =>
  expect(said(z.number(), 'x')![0]).toMatch(/^Invalid input/));
