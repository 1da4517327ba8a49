import { describe, expect, it } from '@jest/globals';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { robotsText } from './sitemap.js';

/** Whether the rules in robots.txt allow a path. The longest match wins (RFC 9309). */
const isAllowed = (path: string): boolean => {
  const rules = [...robotsText('https://courtly.example').matchAll(/^(Allow|Disallow): (.+)$/gm)];
  const matchingRules = rules
    .map(([, verdict, prefix]) => ({ verdict, prefix: prefix! }))
    .filter(({ prefix }) => path.startsWith(prefix))
    .sort((first, second) => second.prefix.length - first.prefix.length);
  return matchingRules[0]?.verdict !== 'Disallow';
};

const pathOf = ({ path }: Route): string => path.replace(/:\w+/g, 'a1');

describe('robots.txt', () => {
  it.each(['readCalendarFeed', 'unsubscribe', 'showPhoto', 'listCourts'] as const)(
    'lets other programs call %s',
    (name) => {
      expect(isAllowed(pathOf(routes[name]))).toBe(true);
    },
  );

  it('blocks every route that requires a session, except those about courts', () => {
    const privateRoutes = Object.values<Route>(routes).filter(
      ({ access, path }) => access !== 'anyone' && !path.startsWith('/api/courts'),
    );
    expect(privateRoutes.map(pathOf).filter(isAllowed)).toEqual([]);
  });

  it('keeps secret addresses out of search results', () => {
    const tokenRoutes = Object.values<Route>(routes).filter(
      ({ path, robots }) => path.includes(':token') && robots,
    );
    expect(tokenRoutes.map(({ robots }) => robots)).toEqual(tokenRoutes.map(() => 'noindex'));
    expect(tokenRoutes).toContain(routes.readCalendarFeed);
  });
});
