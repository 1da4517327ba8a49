import { afterEach, expect, it, jest } from '@jest/globals';
import { recall, remember } from './storage';
import { chooseTheme } from './theme';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

it('stores and removes a value', () => {
  remember('a', 'b');
  expect(recall('a')).toBe('b');
  remember('a', null);
  expect(recall('a')).toBeNull();
});

it('ignores blocked storage, so that a theme still applies', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const call of ['getItem', 'setItem', 'removeItem'] as const)
    jest.spyOn(Storage.prototype, call).mockImplementation(forbidden);
  chooseTheme('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  chooseTheme('system');
  expect(recall('courtly:theme')).toBeNull();
});
