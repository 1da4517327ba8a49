import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../client.js';

/** What came back: how often each status, or `no answer`. */
export type Answers = ReadonlyMap<number | string, number>;

const PHOTO_BYTES = 5 * 1024 * 1024;
const PHOTOS = 5;
const STREAMS_AT_ONCE = 100;
const STREAMS_FROM_ADDRESS = 40;

/** One of many addresses of this machine, each of which the server takes for somebody else. */
export const addressOf = (n: number): string => `127.0.${1 + (n >> 8)}.${n & 255}`;

const tally = () => {
  const answers = new Map<number | string, number>();
  const count = (answer: number | string) =>
    void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  return { answers, count };
};

/** Reads an address from one of ours. Answers the status, once the whole body is there. */
export const read = (base: string, path: string, localAddress: string): Promise<number | string> =>
  new Promise((resolve) => {
    request(new URL(path, base), { host: '127.0.0.1', localAddress, agent: false }, (response) =>
      response
        .resume()
        .on('end', () => resolve(response.statusCode!))
        .on('error', () => resolve('no answer')),
    )
      .on('error', () => resolve('no answer'))
      .end();
  });

/** So many at one address read the list of courts again and again. */
export const readers = async (base: string, clients: number, seconds: number): Promise<Answers> => {
  const { answers, count } = tally();
  const until = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < until) count(await read(base, '/api/courts', addressOf(1)));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
};

/** So many streams, held open for so long. */
export const streams = async (base: string, wanted: number, seconds: number): Promise<Answers> => {
  const { answers, count } = tally();
  const open: IncomingMessage[] = [];
  const hold = (n: number) =>
    new Promise<void>((resolve) => {
      const localAddress = addressOf(1_000 + Math.floor(n / STREAMS_FROM_ADDRESS));
      const done = (answer: number | string) => resolve(count(answer));
      request(
        new URL('/api/stream', base),
        { host: '127.0.0.1', localAddress, agent: false },
        (response) => {
          open.push(response.on('error', () => undefined).resume());
          done(response.statusCode!);
        },
      )
        .on('error', () => done('no answer'))
        .end();
    });
  for (let n = 0; n < wanted; n += STREAMS_AT_ONCE)
    await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, (_, index) => hold(n + index)));
  await delay(seconds * 1_000);
  for (const response of open) response.destroy();
  return answers;
};

/** So many forms of 25 MB at once, of photos that are none. */
export const forms = async (
  base: string,
  owners: readonly Session[],
  wanted: number,
): Promise<Answers> => {
  const { answers, count } = tally();
  const photo = new Blob([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(PHOTO_BYTES - 8)], {
    type: 'image/png',
  });
  const court = {
    name: 'Heavy',
    location: 'Scottsdale',
    address: '1 Weight Way',
    surfaceType: 'hard',
    hourlyRate: '9',
  };
  const send = async (n: number) => {
    const body = new FormData();
    for (const [field, value] of Object.entries(court)) body.set(field, value);
    for (let index = 0; index < PHOTOS; index++) body.append('photos', photo, `${index}.png`);
    const headers = { Cookie: owners[n % owners.length]!.cookie };
    const answer = fetch(new URL('/api/courts', base), { method: 'POST', headers, body });
    count(
      await answer.then(
        ({ status }) => status,
        () => 'no answer',
      ),
    );
  };
  await Promise.all(Array.from({ length: wanted }, (_, n) => send(n)));
  return answers;
};
