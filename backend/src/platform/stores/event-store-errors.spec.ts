import { expect, it } from '@jest/globals';
import { isInvalidPosition } from './event-store-errors.js';

const grpcError = (code: number, details: string) =>
  Object.assign(new Error(`${code} ERROR: ${details}`), { code, details });

it.each([
  grpcError(3, 'Trying to read from an invalid position.'),
  grpcError(2, 'Unexpected ReadAllResult: InvalidPosition'),
])('the log has no event at a position if the server says so: %p', (error) =>
  expect(isInvalidPosition(error)).toBe(true),
);

it.each([
  grpcError(2, 'Exception was thrown by handler.'),
  grpcError(2, 'Unexpected ReadAllResult: Error'),
  grpcError(2, 'Stream removed'),
  grpcError(3, 'a read needs options'),
  new Error('Trying to read from an invalid position.'),
])('any other error says nothing about the log: %p', (error) =>
  expect(isInvalidPosition(error)).toBe(false),
);
