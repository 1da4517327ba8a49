import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { addressOf } from './addresses.js';

describe('an address of the website', () => {
  it.each([
    ['/', { kind: 'public', path: '/' }],
    ['/courts', { kind: 'public', path: '/courts' }],
    ['/Courts/', { kind: 'public', path: '/courts' }],
    ['/explore', { kind: 'public', path: '/courts' }],
    ['/luxury', { kind: 'public', path: '/courts' }],
    ['/auth', { kind: 'public', path: '/login' }],
    ['/courts/0kn988p5e1', { kind: 'court', courtId: '0kn988p5e1' }],
    ['/court/0kn988p5e1', { kind: 'court', courtId: '0kn988p5e1' }],
    ['/courts/a%2Fb', { kind: 'court', courtId: 'a/b' }],
    ['/courts/new', { kind: 'private', path: '/courts/new' }],
    ['/courts/0kn988p5e1/edit', { kind: 'private', path: '/courts/:courtId/edit' }],
    ['/bookings', { kind: 'private', path: '/bookings' }],
    ['/nonsense', { kind: 'missing' }],
    ['/courts/a/b', { kind: 'missing' }],
    ['/courts/%E0%A4%A', { kind: 'missing' }],
    ['/courtsx', { kind: 'missing' }],
    ['//elsewhere.test', { kind: 'missing' }],
  ])('%s', (path, address) => {
    expect(addressOf(path)).toEqual(address);
  });
});

describe('the addresses of the website', () => {
  const written = (file: string) =>
    [...readFileSync(`frontend/src/${file}`, 'utf8').matchAll(/['"`](\/[^'"`?]*)[?'"`]/g)].map(
      ([, path]) => path!,
    );

  it.each([...new Set([...written('config/paths.ts'), ...written('app/routes.tsx')])])(
    'include %s, which is served',
    (path) => {
      expect(addressOf(path.replace(/\$\{\w+\}|:\w+/g, 'a1')).kind).not.toBe('missing');
    },
  );
});
