import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';

let courtly: Courtly;
beforeAll(async () => {
  courtly = await startCourtly();
});
afterAll(() => courtly.stop());

it('serves the API documentation with its scripts', async () => {
  const pageResponse = await courtly.visitor().get('/api/docs').expect(200);
  expect(pageResponse.headers['content-type']).toContain('text/html');
  expect(pageResponse.headers['content-security-policy']).toContain(
    "script-src 'self' 'unsafe-inline'",
  );
  expect(pageResponse.headers['x-powered-by']).toBeUndefined();
  for (const [, script] of pageResponse.text.matchAll(/<script src="([^"]+)"/g)) {
    const { pathname } = new URL(script!, 'http://localhost/api/docs');
    await courtly.visitor().get(pathname).expect(200);
  }
});

it('serves the OpenAPI document with every route', async () => {
  const { body } = await courtly.visitor().get('/api/docs-json').expect(200);
  expect(Object.keys(body.paths)).toContain('/api/courts');
});

it('returns 404 for an unknown page of the API documentation', async () => {
  const { body } = await courtly.visitor().get('/api/docs/unknown').expect(404);
  expect(body).toMatchObject({ code: 'not_found' });
});
