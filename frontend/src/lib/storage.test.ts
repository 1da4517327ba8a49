import { afterEach, expect, it, jest } from '@jest/globals';
import { readStorage, writeStorage } from './storage';
import { applyTheme } from './theme';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

it('stores and removes a value', () => {
  writeStorage('a', 'b');
  expect(readStorage('a')).toBe('b');
  writeStorage('a', null);
  expect(readStorage('a')).toBeNull();
});

it('ignores blocked storage, so that a theme still applies', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const call of ['getItem', 'setItem', 'removeItem'] as const)
    jest.spyOn(Storage.prototype, call).mockImplementation(forbidden);
  applyTheme('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  applyTheme('system');
  expect(readStorage('courtly:theme')).toBeNull();
});
