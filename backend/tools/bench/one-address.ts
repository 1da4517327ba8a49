import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import type { Server } from '../server.js';
import { type Figure, checkedFigure, formatMs, plainFigure } from './measured.js';
import { createClub } from './members.js';
import { percentile } from './percentile.js';
import { measured } from './report.js';

const FLOODER = '127.0.0.2';
const OTHERS = ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
const SLOW_BODIES = 2_000;
const OPEN_WEBHOOKS = 300;
const READINESS_INTERVAL_MS = 2;
const READ_INTERVAL_MS = 50;
const ROUNDS = 3;
const MAXIMUM_RATIO = 2;

type Path = '/api/auth/login' | '/api/webhooks/stripe';

/** Keeps `count` requests open whose bodies never arrive. A refused one is begun again. */
const openBodies = (base: string, path: Path, count: number, isOver: () => boolean) => {
  const sockets = new Set<Socket>();
  const openOne = () => {
    if (isOver()) return;
    const port = Number(new URL(base).port);
    const socket = connect({ port, host: '127.0.0.1', localAddress: FLOODER });
    sockets.add(socket);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
    );
    socket.on('data', () => socket.destroy()).on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(openOne, 1_000);
    });
  };
  for (let opened = 0; opened < count; opened++) openOne();
  return () => sockets.forEach((socket) => socket.destroy());
};

const get = async (base: string, path: string, localAddress: string): Promise<number> => {
  const headers: OutgoingHttpHeaders = { Connection: 'close' };
  const outgoing = request(new URL(path, base), { localAddress, agent: false, headers });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
};

const askReadiness = async (base: string, isOver: () => boolean): Promise<void> => {
  const pending = new Set<Promise<unknown>>();
  for (; !isOver(); await delay(READINESS_INTERVAL_MS)) {
    const call = get(base, '/api/health/ready', FLOODER)
      .catch(() => 0)
      .finally(() => pending.delete(call));
    pending.add(call);
  }
  await Promise.all(pending);
};

type Reads = { latencies: number[]; refused: number };

/** Reads the list of courts from each of the other addresses. */
const readAsOthers = async (base: string, reads: Reads, isOver: () => boolean): Promise<void> => {
  const readFrom = async (address: string) => {
    for (; !isOver(); await delay(READ_INTERVAL_MS)) {
      const startedMs = performance.now();
      const status = await get(base, '/api/courts', address).catch(() => 0);
      reads.latencies.push(performance.now() - startedMs);
      if (status !== 200) reads.refused++;
    }
  };
  await Promise.all(OTHERS.map(readFrom));
};

const measureReads = async (
  base: string,
  milliseconds: number,
  isFlooded: boolean,
): Promise<Reads> => {
  const reads: Reads = { latencies: [], refused: 0 };
  let isOver = false;
  const hasEnded = () => isOver;
  const closeBodies = isFlooded
    ? [
        openBodies(base, '/api/auth/login', SLOW_BODIES, hasEnded),
        openBodies(base, '/api/webhooks/stripe', OPEN_WEBHOOKS, hasEnded),
      ]
    : [];
  const flood = isFlooded ? askReadiness(base, hasEnded) : Promise.resolve();
  const readers = readAsOthers(base, reads, hasEnded);
  await delay(milliseconds);
  isOver = true;
  await Promise.all([readers, flood]);
  for (const close of closeBodies) close();
  return reads;
};

const runMeasurement = async (
  commandLine: Cli,
  { base }: Server,
  seconds: number,
): Promise<Figure[]> => {
  await commandLine.step('Listing courts', () => createClub(base, { players: 1, courts: 8 }));
  const [quiet, flooded]: [Reads[], Reads[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [rounds, isFlooded] of [
      [quiet, false],
      [flooded, true],
    ] as const)
      rounds.push(
        await commandLine.step(
          `Round ${round} of ${ROUNDS}, ${isFlooded ? 'with' : 'without'} the flood`,
          () => measureReads(base, (seconds * 1_000) / ROUNDS, isFlooded),
        ),
      );
  }
  const ascending = (rounds: readonly Reads[]) =>
    rounds.flatMap(({ latencies }) => latencies).sort((first, second) => first - second);
  const [quietMs, floodedMs] = [ascending(quiet), ascending(flooded)];
  const ratio = percentile(floodedMs, 0.99) / percentile(quietMs, 0.99);
  const refusedCount = [...quiet, ...flooded].reduce((sum, { refused }) => sum + refused, 0);
  const figure = (latencies: readonly number[]) =>
    `${formatMs(percentile(latencies, 0.5))}, ${formatMs(percentile(latencies, 0.99))} of ${formatCount(latencies.length)}`;
  return [
    plainFigure('other addresses, quiet: p50, p99', figure(quietMs)),
    plainFigure('other addresses, flooded: p50, p99', figure(floodedMs)),
    checkedFigure(
      'other addresses: ratio of p99 flooded to quiet',
      ratio.toFixed(2),
      `at most ${MAXIMUM_RATIO}`,
      ratio <= MAXIMUM_RATIO,
    ),
    checkedFigure('other addresses: refused', formatCount(refusedCount), '0', refusedCount === 0),
  ];
};

/**
 * Floods Courtly from one address with 2,000 slow bodies, 300 open webhooks, and 500 readiness
 * calls a second, while other addresses read.
 */
export const oneAddress = (commandLine: Cli, seconds: number): Promise<void> =>
  measured(commandLine, (courtlyServer) => runMeasurement(commandLine, courtlyServer, seconds));
