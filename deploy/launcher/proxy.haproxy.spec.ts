import { createSocket, type Socket as DnsServer } from 'node:dgram';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { startChild } from './children.mjs';
import { onPath } from './debian.ts';
import { claimPort } from './ports.ts';
import { root } from './setup.mjs';

const ATTACKER = '127.0.0.2';
const OTHER = '127.0.0.3';
/** The address of the health check in the container. */
const CONTAINER = '127.0.0.1';
const API_ADDRESSES = ['127.0.0.4', '127.0.0.5'];
/** Fewer than the connections that can wait to be accepted. */
const BATCH = 200;
const LOGIN = '/api/auth/login';

type Api = Readonly<{ server: Server; received: string[] }> & {
  isReady: boolean;
  isBusy: boolean;
  liveChecks: number;
};
/** Longer than HAProxy waits for the response to a health check. */
const BUSY_MS = 5_000;
/** Longer than HAProxy waits for the next data of a client without a proxy in front. */
const IDLE_MS = 50_000;

let apis: Api[];
let apiPort: number;
let dns: DnsServer;
let children: ReturnType<typeof startChild>[] = [];
const sockets: Socket[] = [];

/** Responds to health checks and other requests. Loses the first request for each path `/lost*`. */
const startApi = async (address: string, port: number, isLost: (path: string) => boolean) => {
  const received: string[] = [];
  const server = createServer(({ url: path = '', method, socket }, response) => {
    if (path.startsWith('/api/health/')) {
      const isLive = path === '/api/health/live';
      if (isLive) api.liveChecks++;
      const isOk = api.isReady || isLive;
      const respond = () => response.writeHead(isOk ? 200 : 503).end();
      return void setTimeout(respond, api.isBusy ? BUSY_MS : 0);
    }
    received.push(`${method} ${path}`);
    if (isLost(path)) return void socket.destroy();
    response.end(address);
  });
  const api: Api = { server, received, isReady: true, isBusy: false, liveChecks: 0 };
  server.listen(port, address);
  await once(server, 'listening');
  return api;
};

/** Responds to each query for IPv4 addresses with those of the APIs, like Docker's DNS. */
const startDns = async () => {
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const isV4 = query.readUInt16BE(questionEnd - 4) === 1;
    const responses = (isV4 ? API_ADDRESSES : []).map((api) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...api.split('.').map(Number)]),
    );
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, responses.length, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    server.send(
      Buffer.concat([header, query.subarray(12, questionEnd), ...responses]),
      port,
      address,
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** Starts HAProxy with the settings of Compose, and resolves to its port. */
const startProxy = async (trustProxy: number, protocol = ''): Promise<number> => {
  const port = await claimPort(0);
  const settings = join(root, 'deploy', 'docker', 'haproxy.cfg');
  const child = startChild(onPath('haproxy')!, ['-db', '-f', settings], {
    env: {
      TRUST_PROXY: String(trustProxy),
      PROXY_PROTOCOL: protocol,
      PROXY_ADDRESS: `127.0.0.1:${port}`,
      API_ADDRESS: `api:${apiPort}`,
      DNS_ADDRESS: `127.0.0.1:${dns.address().port}`,
    },
  });
  children.push(child);
  for (;;) {
    const response = await send(port, '/', { from: CONTAINER }).catch(() => null);
    if (response?.status === 200) return port;
    if (child.process.exitCode !== null) throw new Error(child.lines.join('\n'));
    await delay(100);
  }
};

const send = async (
  port: number,
  path: string,
  { from = OTHER, method = 'GET', headers = {} }: Record<string, unknown> = {},
) => {
  const outgoing = request({
    port,
    path,
    host: '127.0.0.1',
    localAddress: String(from),
    method: String(method),
    headers: headers as Record<string, string>,
    agent: false,
  }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode };
};

/**
 * Opens connections that send this text and then nothing, and returns a function that counts the
 * refused and closed ones.
 */
const openConnections = async (port: number, count: number, text: string) => {
  let [refused, closed] = [0, 0];
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => closed++)
      .on('data', (data) => {
        if (data.toString().startsWith('HTTP/1.1 429 ')) refused++;
      });
    await once(socket, 'connect').catch(() => undefined);
    socket.write(text);
  };
  // All of them must be open before HAProxy closes the first one, even on a busy machine.
  for (let opened = 0; opened < count; opened += BATCH)
    await Promise.all(Array.from({ length: Math.min(BATCH, count - opened) }, open));
  return () => ({ refused, closed });
};

/** What a forwarder sends first if it uses the PROXY protocol. */
const proxyLine = (client: string) => `PROXY TCP4 ${client} 127.0.0.1 50000 3000\r\n`;

/** Sends a request through a forwarder, and resolves to the response, or to '' if it is refused. */
const sendForwarded = async (port: number, client: string) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
  sockets.push(socket);
  let response = '';
  socket.on('data', (data) => (response += data.toString())).on('error', () => undefined);
  socket.write(`${proxyLine(client)}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close').catch(() => undefined);
  return response;
};

const slowBody = (headers = '') =>
  `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 90\r\n\r\n{`;

/** Waits until a condition holds. Otherwise, the test times out. */
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await delay(50);
};
const receivedBodies = () =>
  apis.flatMap(({ received }) => received).filter((line) => line === `POST ${LOGIN}`);

beforeAll(async () => {
  apiPort = await claimPort(0);
  const lostPaths = new Set<string>();
  const isLost = (path: string) =>
    path.startsWith('/lost') && !lostPaths.has(path) && Boolean(lostPaths.add(path));
  apis = await Promise.all(API_ADDRESSES.map((address) => startApi(address, apiPort, isLost)));
  dns = await startDns();
});
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await Promise.all(children.map((child) => child.stop(5_000)));
  children = [];
  for (const api of apis) Object.assign(api, { isReady: true, isBusy: false }).received.length = 0;
});
afterAll(() => {
  dns?.close();
  for (const { server } of apis ?? []) server.close();
});

it('HAProxy refuses endless bodies from one address beyond its share, and forwards none', async () => {
  const port = await startProxy(1);
  const counts = await openConnections(port, 650, slowBody());
  await until(() => counts().refused >= 50);
  expect(await send(port, '/', { from: OTHER })).toEqual({ status: 200 });
  expect(await send(port, '/', { from: ATTACKER })).toEqual({ status: 429 });
  expect(receivedBodies()).toEqual([]);
});

it('HAProxy counts clients by the address that a trusted proxy in front of it added', async () => {
  const port = await startProxy(2);
  const clientHeader = 'X-Forwarded-For: 192.0.2.1, 203.0.113.1\r\n';
  const counts = await openConnections(port, 650, slowBody(clientHeader));
  await until(() => counts().refused >= 50);
  const fromClient = (address: string) =>
    send(port, '/', { from: ATTACKER, headers: { 'X-Forwarded-For': `192.0.2.1, ${address}` } });
  expect(await fromClient('203.0.113.2')).toEqual({ status: 200 });
  expect(await fromClient('203.0.113.1')).toEqual({ status: 429 });
});

it('HAProxy closes connections without complete headers once one address exceeds its share', async () => {
  const port = await startProxy(1);
  const counts = await openConnections(port, 2_050, 'GET / HTTP/1.1\r\n');
  await until(() => counts().closed >= 50);
  expect(await send(port, '/', { from: OTHER })).toEqual({ status: 200 });
  await expect(send(port, '/', { from: ATTACKER })).rejects.toThrow(/ECONNRESET|socket hang up/);
});

it('HAProxy counts clients behind several proxies by the address that processes use', async () => {
  const port = await startProxy(3);
  const clientHeader = 'X-Forwarded-For: 192.0.2.1, 203.0.113.1, 198.51.100.1\r\n';
  const counts = await openConnections(port, 650, slowBody(clientHeader));
  await until(() => counts().refused >= 50);
  const fromClient = (address: string) =>
    send(port, '/', { headers: { 'X-Forwarded-For': `${address}, 198.51.100.1` } });
  expect(await fromClient('203.0.113.2')).toEqual({ status: 200 });
  expect(await fromClient('203.0.113.1')).toEqual({ status: 429 });
});

it.each([
  [3, '203.0.113.1', '203.0.113.2'],
  [4, '203.0.113.1, 198.51.100.1', '203.0.113.2, 198.51.100.1'],
  [4, '203.0.113.1', '203.0.113.2'],
])(
  'HAProxy with TRUST_PROXY=%i, like the processes, falls back to the first address of %s',
  async (trustProxy, addresses, otherAddresses) => {
    const port = await startProxy(trustProxy);
    const counts = await openConnections(port, 650, slowBody(`X-Forwarded-For: ${addresses}\r\n`));
    await until(() => counts().refused >= 50);
    const fromClient = (forwarded: string) =>
      send(port, '/', { from: ATTACKER, headers: { 'X-Forwarded-For': forwarded } });
    expect(await fromClient(otherAddresses)).toEqual({ status: 200 });
    expect(await fromClient(addresses)).toEqual({ status: 429 });
  },
);

it('HAProxy counts clients and connections behind a TCP forwarder by its PROXY protocol', async () => {
  const port = await startProxy(1, 'on');
  const counts = await openConnections(port, 650, proxyLine('203.0.113.1') + slowBody());
  await until(() => counts().refused >= 50);
  expect(await sendForwarded(port, '203.0.113.2')).toContain(' 200 ');
  expect(await sendForwarded(port, '203.0.113.1')).toContain(' 429 ');
  const idle = await openConnections(port, 2_050, `${proxyLine('203.0.113.3')}GET / HTTP/1.1\r\n`);
  await until(() => idle().closed >= 50);
  expect(await sendForwarded(port, '203.0.113.2')).toContain(' 200 ');
  expect(await sendForwarded(port, '203.0.113.3')).toBe('');
});

it('HAProxy closes idle connections of clients soon, but not those of a proxy in front', async () => {
  const ports = [await startProxy(1), await startProxy(2)];
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const openedAt = Date.now();
  const [direct, proxied] = await Promise.all(
    ports.map((port) => openConnections(port, 20, request)),
  );
  await until(() => direct!().closed === 20);
  expect(Date.now() - openedAt).toBeLessThan(25_000);
  await delay(openedAt + IDLE_MS - Date.now());
  expect(proxied!().closed).toBe(0);
});

it('HAProxy repeats a lost request only if that is safe', async () => {
  const port = await startProxy(1);
  const post = (path: string, headers = {}) => send(port, path, { method: 'POST', headers });
  expect(await send(port, '/lost-read')).toEqual({ status: 200 });
  expect(await post('/lost-command', { 'Idempotency-Key': 'k1' })).toEqual({ status: 200 });
  expect(await post('/lost-form')).toEqual({ status: 502 });
});

it('HAProxy sends requests to ready containers, and to live ones if none is ready', async () => {
  const port = await startProxy(1);
  const [first, second] = apis as [Api, Api];
  first.isReady = false;
  await until(async () => {
    first.received.length = 0;
    for (let sent = 0; sent < 10; sent++) await send(port, '/');
    return first.received.length === 0;
  });
  second.isReady = false;
  await until(async () => {
    await send(port, '/');
    return first.received.length > 0;
  });
  expect(await send(port, '/')).toEqual({ status: 200 });
});

it('HAProxy sends requests to busy containers rather than to none', async () => {
  const port = await startProxy(1);
  const checkedBefore = apis.map(({ liveChecks }) => liveChecks);
  // If its first check fails, HAProxy removes a new server immediately.
  await until(() => apis.every(({ liveChecks }, index) => liveChecks >= checkedBefore[index]! + 2));
  for (const api of apis) api.isBusy = true;
  for (const end = Date.now() + 2 * BUSY_MS; Date.now() < end; await delay(200))
    expect(await send(port, '/')).toEqual({ status: 200 });
});
