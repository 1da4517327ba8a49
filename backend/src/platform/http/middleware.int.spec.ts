import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { type Route, route } from '@courtly/contracts/route';
import express, { type NextFunction, type Request, type Response } from 'express';
import supertest from 'supertest';
import { z } from 'zod';
import type { Config } from '../../config.js';
import { parseBodies } from './body-parsing.js';
import { limitInFlight } from './in-flight.js';
import { securityHeaders } from './security-headers.js';

const hook = route({
  method: 'POST',
  path: '/api/hooks/money',
  summary: 'What a signature covers',
  access: 'anyone',
  kind: 'webhook',
  body: z.instanceof(Buffer),
  status: 200,
  response: z.undefined(),
}) satisfies Route;

describe('a body', () => {
  const app = express();
  parseBodies(app as never, [hook]);
  app.use(({ body }: Request, response: Response) =>
    response.json(Buffer.isBuffer(body) ? { bytes: body.toString('latin1') } : { json: body }),
  );
  const text = '{ "amount":  1 }';

  it('of a webhook stays unparsed, whatever its content type', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { body } = await supertest(app).post(hook.path).set('Content-Type', type).send(text);
      expect(body).toEqual({ bytes: text });
    }
  });
  it('of another request is parsed as JSON', async () => {
    const { body } = await supertest(app)
      .post('/api/bookings')
      .set('Content-Type', 'application/json')
      .send(text);
    expect(body).toEqual({ json: { amount: 1 } });
  });
});

describe('requests in flight', () => {
  it('are limited, except health checks, until they complete or disconnect', async () => {
    const app = express();
    const openResponses: Response[] = [];
    app.use(limitInFlight(2));
    app.use('/held', (_request: Request, response: Response) => void openResponses.push(response));
    app.use((_request: Request, response: Response) => void response.json({}));
    app.use(
      ({ code }: { code: string }, _request: Request, response: Response, _next: NextFunction) =>
        response.status(503).json({ code }),
    );
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = (path: string) => supertest(`http://127.0.0.1:${port}`).get(path);
    const sockets = [1, 2].map(() => connect(port, '127.0.0.1'));
    const arrived = [once(server, 'request')];
    sockets[0]!.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived[0];
    const second = once(server, 'request');
    sockets[1]!.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await second;

    expect((await ask('/api/courts').expect(503)).body).toEqual({ code: 'too_busy' });
    await ask('/api/health/live').expect(200);
    openResponses[0]!.end();
    await once(sockets[0]!, 'data');
    await ask('/api/courts').expect(200);
    const closedEvent = once(openResponses[1]!, 'close');
    sockets[1]!.destroy();
    await closedEvent;
    await Promise.all([ask('/api/courts').expect(200), ask('/api/courts').expect(200)]);
    sockets[0]!.destroy();
    server.close();
  });
});

describe('security headers', () => {
  const headersAt = async (PUBLIC_URL: string, MAP_STYLE_URL?: string) => {
    const app = express().use(
      securityHeaders({ PUBLIC_URL, MAP_STYLE_URL } as Config),
      (_: Request, response: Response) => response.json({}),
    );
    return (await supertest(app).get('/')).headers as Record<string, string>;
  };

  it('require https only if the public address uses it', async () => {
    const secure = await headersAt('https://courtly.example');
    expect(secure['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(secure['content-security-policy']).toMatch(/upgrade-insecure-requests/);
    const plain = await headersAt('http://localhost:3000');
    expect(plain['strict-transport-security']).toBeUndefined();
    expect(plain['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
    expect(plain['content-security-policy']).not.toMatch(/unsafe-inline|upgrade-insecure/);
    expect(plain['x-content-type-options']).toBe('nosniff');
  });

  it('allow Stripe only on the checkout page', async () => {
    const PUBLIC_URL = 'https://courtly.example';
    const policiesOf = async (keys: Partial<Config>) => {
      const app = express().use(
        securityHeaders({ PUBLIC_URL, ...keys } as Config),
        (_: Request, response: Response) => response.json({}),
      );
      const at = async (path: string) =>
        (await supertest(app).get(path)).headers['content-security-policy'] as string;
      return {
        elsewhere: await at('/courts'),
        like: await at('/checkout-success'),
        checkout: await at('/Checkout/'),
      };
    };
    const ownKeys = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const live = await policiesOf(ownKeys);
    expect(live.checkout).toMatch(
      /script-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/,
    );
    expect(live.checkout).toMatch(/frame-src 'self' [^;]*https:\/\/hooks\.stripe\.com;/);
    expect(live.checkout).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com(;|$)/);
    expect(live.elsewhere + live.like).not.toMatch(/stripe/);
    const standIn = await policiesOf({ ...ownKeys, STRIPE_URL: 'http://127.0.0.1:4242' });
    expect(standIn.checkout).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:4242(;|$)/);
    expect(standIn.checkout).toMatch(/script-src 'self';/);
    expect(standIn.checkout + standIn.elsewhere).not.toMatch(/stripe/);
    const none = await policiesOf({});
    expect(none.checkout).not.toMatch(/stripe/);
  });

  it('allow the configured map host, for maps only', async () => {
    const policyOf = async (style?: string) =>
      (await headersAt('https://courtly.example', style))['content-security-policy']!;
    const policy = await policyOf('https://maps.example/styles/plain.json?key=abc');
    expect(policy).toMatch(/connect-src 'self' https:\/\/maps\.example(;|$)/);
    expect(policy).toMatch(/img-src 'self' data: blob: https:\/\/maps\.example;/);
    expect(policy.match(/maps\.example/g)).toHaveLength(2);
    expect(await policyOf()).toMatch(/connect-src 'self'(;|$)/);
  });
});
