import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pageFiles, preloadsOf } from './preloads.js';

const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_price.js': { file: 'assets/price.js', imports: ['_react.js'] },
  'src/app/court-page.tsx': { file: 'assets/court-page.js', imports: ['index.html', '_price.js'] },
};

describe('the preloads of a page', () => {
  it('are its code, its data, and the dependencies that not all pages share', () => {
    expect(preloadsOf(manifest, { kind: 'court', courtId: 'a/b' })).toEqual([
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/court-page.js" />',
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/price.js" />',
      '<link rel="preload" as="fetch" crossorigin href="/api/courts/a%2Fb" />',
    ]);
  });

  it('include the list of courts if there is no search', () => {
    const list = { kind: 'public', path: '/courts' } as const;
    expect(preloadsOf(manifest, list)).toEqual([
      '<link rel="preload" as="fetch" crossorigin href="/api/search" />',
    ]);
    expect(preloadsOf(manifest, list, true)).toEqual([]);
  });

  it('are empty for a page without its own code', () => {
    expect(preloadsOf(manifest, { kind: 'public', path: '/' })).toEqual([]);
    expect(preloadsOf(manifest, { kind: 'private', path: '/waiver-test' })).toEqual([]);
    expect(preloadsOf({}, { kind: 'missing' })).toEqual([]);
  });

  it('refer to files that the website has', () => {
    const files = readdirSync('frontend/src', { recursive: true }).map((path) =>
      basename(String(path)),
    );
    expect(files).toEqual(expect.arrayContaining(Object.values(pageFiles)));
  });
});
