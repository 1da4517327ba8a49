import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { ApiError } from './api';
import { useIdempotencyKey } from './use-idempotency-key';

const refused = (status: number) => new ApiError(status, '{"code":"x","message":"No"}');

it('a key is replaced after a success or a refusal', () => {
  const { result } = renderHook(useIdempotencyKey);
  const first = result.current.keyOf('book');
  expect(result.current.keyOf('book')).toBe(first);
  result.current.settle(refused(429));
  const second = result.current.keyOf('book');
  expect(second).not.toBe(first);
  result.current.settle();
  expect(result.current.keyOf('book')).not.toBe(second);
});

it('a key is kept after an unknown outcome, even if a later refusal says nothing about it', () => {
  const { result } = renderHook(useIdempotencyKey);
  const key = result.current.keyOf('book');
  for (const error of [new TypeError('Failed to fetch'), refused(429), refused(401)]) {
    result.current.settle(error);
    expect(result.current.keyOf('book')).toBe(key);
  }
  result.current.settle(refused(409));
  expect(result.current.keyOf('book')).not.toBe(key);
});
