import { afterEach, expect, it, jest } from '@jest/globals';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { Queues } from './queues.js';

const LIMIT = 1_000;

let courtly: Courtly;
afterEach(async () => {
  jest.restoreAllMocks();
  await courtly.stop();
});

const jobs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `filler.${from + index}`,
    due: null,
    data: {},
  }));

it('stops reading the log while too many jobs wait, and loses none', async () => {
  // No worker runs the jobs.
  jest.spyOn(Queues.prototype, 'processJobs').mockImplementation(() => undefined);
  courtly = await startCourtly();
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  const queues = courtly.app.get(Queues, { strict: false });
  const waiting = async () => (await queues.countJobs()).get('effects')!['waiting']!;
  const isQueued = (knownCount: number) =>
    eventually('its jobs are queued', async () => (await waiting()) > knownCount);

  const waitingJobs = await waiting();
  await queues.addJobs({ name: 'filler', queue: 'effects' }, jobs(waitingJobs, LIMIT));
  expect(await waiting()).toBe(LIMIT);
  await courtly.book(player, court.id, slots[0]!).expect(201);
  await isQueued(LIMIT);

  const full = await waiting();
  const isFull = jest.spyOn(queues, 'isFull');
  await courtly.book(player, court.id, slots[1]!).expect(201);
  await eventually(
    'the queue length is checked repeatedly',
    async () => isFull.mock.calls.length >= 3,
  );
  expect(await waiting()).toBe(full);

  await queues['queue']('effects').drain();
  await isQueued(0);
}, 60_000);
