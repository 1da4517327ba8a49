import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { popReturnPath, rememberReturnPath } from './return-path';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  jest.useRealTimers();
});

describe('the path to open after sign-in', () => {
  it('is used once', () => {
    rememberReturnPath('/courts?surface=clay');
    expect(popReturnPath()).toBe('/courts?surface=clay');
    expect(popReturnPath()).toBe('/');
  });

  it('with its single-use token stays in this tab and expires after an hour', () => {
    jest.useFakeTimers();
    localStorage.clear();
    rememberReturnPath('/confirm-email?token=abc');
    expect(localStorage).toHaveLength(0);
    jest.advanceTimersByTime(60 * 60_000);
    expect(popReturnPath()).toBe('/');
  });

  it.each(['//evil.example', '/\t/evil.example', '/\\evil.example', 'https://evil.example/'])(
    'is the home page instead of %j',
    (path) => {
      rememberReturnPath(path);
      expect(popReturnPath()).toBe('/');
    },
  );
});
