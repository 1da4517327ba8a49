import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useSlow } from './use-slow';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

it('returns true after eight seconds and false once the wait ends', () => {
  const { result, rerender } = renderHook(({ waiting }) => useSlow(waiting, 8_000), {
    initialProps: { waiting: true },
  });
  pass(7_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender({ waiting: false });
  expect(result.current).toBe(false);
});
