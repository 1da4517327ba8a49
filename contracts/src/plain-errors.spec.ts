import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { plainErrorMessage } from './plain-errors.js';

const messagesFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainErrorMessage }).error?.issues.map(({ message }) => message);

it.each([
  [z.string().max(3), 'four', 'Use at most 3 characters'],
  [z.string().min(3), 'ab', 'Use at least 3 characters'],
  [z.string().min(1), '', 'Please fill this in'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1'],
  [z.number().min(5), 4, 'Use at least 5'],
  [z.string().max(3, 'A custom message'), 'four', 'A custom message'],
] as const)(
  'explains in plain words that a value is too long or too short',
  (schema, value, message) => expect(messagesFor(schema, value)).toEqual([message]),
);

it('uses the default zod message for other errors', () =>
  expect(messagesFor(z.number(), 'x')![0]).toMatch(/^Invalid input/));
