import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { processLimits } from './limits.js';

const count = (value: number) => value.toLocaleString('en-US');
const seconds = (ms: number) => `${ms / 1_000} s`;
const kilobytes = (bytes: number) => `${bytes / 1_024} kB`;

const { requests, bodies, rawBodies, uploads, streams, storage, reads } = processLimits;

type Waiting = Readonly<{ waiting: number; waitingPerKey: number; waitMs: number }>;
const waits = ({ waiting, waitingPerKey, waitMs }: Waiting) =>
  `${count(waiting)} others wait up to ${seconds(waitMs)}, ${count(waitingPerKey)} per address`;

it('the decision record documents the limits of a process', () => {
  const record = readFileSync('docs/decisions/023-closed-and-bounded-http.md', 'utf8');
  const rows = record
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
  expect(rows.slice(1)).toEqual([
    ['Requests', count(requests.inAll), count(requests.perKey), expect.any(String)],
    [
      'JSON bodies',
      count(bodies.inAll),
      count(bodies.perKey),
      `${kilobytes(bodies.bytes)}, complete within ${seconds(bodies.completeMs)}`,
    ],
    [
      'Webhook bodies',
      count(rawBodies.atOnce),
      count(rawBodies.perKey),
      `${kilobytes(rawBodies.bytes)}, complete within ${seconds(rawBodies.completeMs)}; ${waits(rawBodies)}`,
    ],
    ['Photo uploads', count(uploads.atOnce), count(uploads.perKey), waits(uploads)],
    [
      'Event streams',
      count(streams.byAddress.inAll),
      count(streams.byAddress.perKey),
      `${count(streams.byPerson.perKey)} per person, one hour each`,
    ],
    [
      'Reads',
      `${reads.readModels.atOnce} each of MongoDB, photos, and other`,
      '',
      `${waits(reads.readModels)}, in fair turns`,
    ],
    ['Photo storage calls', count(storage.atOnce), '', `${seconds(storage.completeMs)} each`],
  ]);
  expect(new Set(Object.values(reads).map((limits) => JSON.stringify(limits))).size).toBe(1);
});

it.each([
  ['webhooks', rawBodies],
  ['uploads', uploads],
  ...Object.entries(reads).map(([name, limits]) => [`reads of ${name}`, limits] as const),
])('one address cannot occupy all places in which %s wait', (_, limits) =>
  expect(2 * limits.waitingPerKey).toBeLessThanOrEqual(limits.waiting),
);
