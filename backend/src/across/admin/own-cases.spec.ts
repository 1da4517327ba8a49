import { describe, expect, it } from '@jest/globals';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';

const entries = Object.entries(routes as Record<string, Route>);
const isAdminChange = ({ access, method }: Route) => access === 'admin' && method !== 'GET';

describe('the case that an admin decides', () => {
  it.each(entries.filter(([, route]) => isAdminChange(route)))(
    'is named by the request of %s, unless the contract says why there are no parties',
    (_name, { decides, params, body }) => {
      expect(decides).toBeDefined();
      if (typeof decides === 'object') return expect(decides.noParties).toMatch(/^[A-Z].+\.$/);
      // The guard finds the case by the first path parameter or by an id in the body.
      const bodyFields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
      const pathFields = Object.keys(params?.shape ?? {});
      const caseFields =
        pathFields.length > 0
          ? pathFields.slice(0, 1)
          : bodyFields.filter((name) => name.endsWith('Id'));
      expect(caseFields).toHaveLength(1);
    },
  );

  it('is declared only for changes by admins', () => {
    const others = entries.filter(([, route]) => !isAdminChange(route));
    expect(others.filter(([, { decides }]) => decides)).toEqual([]);
  });
});
