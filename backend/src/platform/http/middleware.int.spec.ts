import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Route, route } from '@courtly/contracts/route';
import express, { type NextFunction, type Request, type Response } from 'express';
import supertest from 'supertest';
import { z } from 'zod';
import { eventually } from '../../../testing/stores.js';
import type { Config } from '../../config.js';
import { parseBodies } from './body-parsing.js';
import { limitInFlight } from './in-flight.js';
import { processLimits } from './limits.js';
import { serveHealth } from '../ops/serve-health.js';
import { securityHeaders } from './security-headers.js';

const { rawBodies } = processLimits;

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

  it('of a webhook stays unparsed, regardless of its content type', async () => {
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
  it('use only the slots of their address', async () => {
    const app = express();
    app.set('trust proxy', 1);
    app.use(limitInFlight({ inAll: 10, perKey: 2 }));
    app.use('/held', () => undefined);
    app.use((_request: Request, response: Response) => void response.json({}));
    app.use(failed);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statusFor = async (address: string) =>
      (
        await supertest(`http://127.0.0.1:${port}`)
          .get('/api/courts')
          .set('X-Forwarded-For', address)
      ).status;
    const sockets: Socket[] = [];
    for (const address of ['2001:db8::1', '2001:db8::2']) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      const arrived = once(server, 'request');
      socket.write(`GET /held HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      await arrived;
    }
    expect(await statusFor('2001:db8::3')).toBe(503);
    expect(await statusFor('2001:db8:0:1::1')).toBe(200);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('are limited, except health checks, until they complete or disconnect', async () => {
    const app = express();
    const openResponses: Response[] = [];
    app.use(serveHealth({ checkHealth: () => Promise.reject(new Error('not asked')) }));
    app.use(limitInFlight({ inAll: 2, perKey: 2 }));
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

const failed = (
  { code }: { code: string },
  _request: Request,
  response: Response,
  _next: NextFunction,
) => response.status(code === 'too_large' ? 413 : 503).json({ code });

/**
 * Serves bodies with small limits behind one proxy, so that a test can choose its client addresses.
 */
const serveBodies = async (limits: Partial<Record<'completeMs' | 'waitMs', number>> = {}) => {
  const app = express();
  app.set('trust proxy', 1);
  const bodies = { inAll: 4, perKey: 2, bytes: 1_000, completeMs: 300, ...limits };
  const raw = { ...rawBodies, bytes: 2_000, completeMs: 300, ...limits };
  parseBodies(app as never, [hook], { bodies, rawBodies: raw });
  const handled: string[] = [];
  app.use(({ path }: Request, response: Response) => {
    handled.push(path);
    if (path !== '/held') response.json({});
  });
  app.use(failed);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    server,
    handled,
    post: (path: string, body: string, address: string) =>
      supertest(`http://127.0.0.1:${port}`)
        .post(path)
        .set({ 'Content-Type': 'application/json', 'X-Forwarded-For': address })
        .send(body),
    /** Sends a request whose body never ends, and waits until its start has arrived. */
    begin: async (
      path: string,
      address: string,
      { type = 'application/json', length = 'Content-Length: 900', start = '{' } = {},
    ) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      const arrived = once(server, 'request');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${start}`,
      );
      await arrived;
      return {
        socket,
        untilClosed: async () => {
          let received = '';
          for await (const chunk of socket) received += String(chunk);
          return received;
        },
      };
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
const SLOW = '203.0.113.1';
const OTHER = '203.0.113.2';
const LONG_MS = 60_000;

describe('a body that does not arrive', () => {
  it.each([
    ['/api/bookings', 'application/json'],
    [hook.path, 'application/json'],
    [hook.path, 'multipart/form-data; boundary=x'],
  ])('is refused after a timeout, and its connection closes: %s as %s', async (path, type) => {
    const server = await serveBodies();
    const request = await server.begin(path, SLOW, { type });
    const text = await request.untilClosed();
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"too_slow"');
    server.close();
  });

  it('is not handled if it completes after its refusal', async () => {
    const { server, handled, begin, close } = await serveBodies();
    const { socket } = await begin('/held', SLOW, { length: 'Content-Length: 2', start: '{}' });
    const arrived = once(server, 'request');
    socket.write(
      'POST /api/bookings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    // The refusal waits behind an earlier response, so the connection stays open.
    const [request, response] = (await arrived) as [Request, Response];
    await eventually('the body is refused', async () => response.headersSent);
    socket.write('}');
    await once(request, 'end');
    await setImmediate();
    expect([response.statusCode, handled]).toEqual([408, ['/held']]);
    close();
  });

  it('uses only the slots of its address', async () => {
    const server = await serveBodies({ completeMs: LONG_MS });
    await server.begin('/api/bookings', SLOW);
    await server.begin('/api/bookings', SLOW);
    expect((await server.post('/api/bookings', '{}', SLOW)).status).toBe(503);
    expect((await server.post('/api/bookings', '{}', OTHER)).status).toBe(200);
    server.close();
  });

  it('leaves slots for the webhooks of other addresses', async () => {
    const server = await serveBodies({ completeMs: LONG_MS, waitMs: 100 });
    for (let begun = 0; begun < 2 * rawBodies.atOnce; begun++) await server.begin(hook.path, SLOW);
    expect((await server.post(hook.path, '{}', SLOW)).status).toBe(503);
    expect((await server.post(hook.path, '{}', OTHER)).status).toBe(200);
    server.close();
  });
});

describe('a body above its limit', () => {
  it.each([
    ['/api/bookings', 1_001],
    [hook.path, 2_001],
  ])('is refused unread if it declares its size: %s', async (path, bytes) => {
    const server = await serveBodies({ completeMs: LONG_MS });
    const { status, body } = await server.post(path, 'x'.repeat(bytes), OTHER);
    expect([status, body]).toEqual([413, { code: 'too_large' }]);
    server.close();
  });

  it.each([
    ['/api/bookings', 1_001],
    [hook.path, 2_001],
  ])(
    'is refused as soon as it exceeds the limit if it declares no size: %s',
    async (path, bytes) => {
      const server = await serveBodies({ completeMs: LONG_MS });
      const chunk = `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
      const request = await server.begin(path, SLOW, {
        length: 'Transfer-Encoding: chunked',
        start: chunk,
      });
      expect(await request.untilClosed()).toMatch(/^HTTP\/1\.1 413 /);
      server.close();
    },
  );
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

  it('of pages name the endpoint of violation reports and turn off unused features', async () => {
    const headers = await headersAt('https://courtly.example');
    expect(headers['content-security-policy']).toMatch(
      /report-uri \/api\/csp-reports;report-to csp$/,
    );
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
    expect(headers['permissions-policy']).toContain('camera=(), ');
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
