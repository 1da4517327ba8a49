import { setTimeout as delay } from 'node:timers/promises';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { runVerification } from '@courtly/backend/cli/verify';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import type { Load } from './load.js';
import { type Figure, checkedFigure, ms, plainFigure } from './measured.js';
import { watchMemory } from './memory.js';
import { createClub } from './members.js';
import { FLOODED_DAY, type Latencies, slotOf, noneWaited, startOtherMembers } from './others.js';
import { percentile } from './percentile.js';
import { floodCourtDay } from './press-day.js';
import { measured } from './report.js';

const ROUNDS = 5;
const COURTS = 8;
const OTHERS = 160;
const CONNECTIONS = 32;
const WARM_UP_MS = 5_000;
const MAXIMUM_RATIO = 2;
/** No other member books this hour. */
const HOUR = 22;
const ALLOWED = [200, 201, 409, 429];

const together = (all: readonly Latencies[], of: (waited: Latencies) => readonly number[]) =>
  all.flatMap(of).sort((a, b) => a - b);

const figures = (sorted: readonly number[]) =>
  `${ms(percentile(sorted, 0.5))}, ${ms(percentile(sorted, 0.99))} of ${formatCount(sorted.length)}`;

const answersOf = (loads: readonly Load[]) => {
  const statuses = new Map<number, number>();
  for (const load of loads)
    for (const [status, times] of load.statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + times);
  return [...statuses].sort(([a], [b]) => a - b);
};

const measure = async (cli: Cli, server: Server, requests: number): Promise<Figure[]> => {
  const { base, environment, pid } = server;
  const club = { players: OTHERS + 1, courts: COURTS };
  const { courtIds, sessions } = await cli.step('Listing courts', () => createClub(base, club));
  const [member, ...others] = sessions as [Session, ...Session[]];
  const slotRequest = slotOf(courtIds[0]!, FLOODED_DAY, HOUR);
  const shouldContinue = startOtherMembers(others, courtIds, slotRequest);
  const booked = await member.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body: slotRequest,
  });
  const day = {
    base,
    cookie: member.cookie,
    slotRequest,
    bookingId: booked.id,
    connections: CONNECTIONS,
  };
  const mostMemory = watchMemory(pid);
  const during = async (work: () => Promise<unknown>): Promise<Latencies> => {
    let over = false;
    const waited = noneWaited();
    const going = shouldContinue(waited, () => over);
    await work().finally(() => (over = true));
    await going;
    return waited;
  };
  await cli.step('Warming up', () => during(() => delay(WARM_UP_MS)));
  const loads: Load[] = [];
  const [pressed, alone]: [Latencies[], Latencies[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    const amount = Math.ceil(requests / ROUNDS);
    const sendLoad = async () => void loads.push(await floodCourtDay({ ...day, amount }));
    pressed.push(
      await cli.step(`Round ${round} of ${ROUNDS}, with the member`, () => during(sendLoad)),
    );
    const asLong = loads.at(-1)!.seconds * 1_000;
    alone.push(
      await cli.step(`Round ${round} of ${ROUNDS}, without`, () => during(() => delay(asLong))),
    );
  }
  const answers = answersOf(loads);
  const errors = loads.reduce((sum, load) => sum + load.errors, 0);
  const sent = answers.reduce((sum, [, times]) => sum + times, 0);
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0);
  const [beside, quiet] = [together(pressed, ({ all }) => all), together(alone, ({ all }) => all)];
  const ratio = percentile(beside, 0.99) / percentile(quiet, 0.99);
  const wrong = [...pressed, ...alone].flatMap((waited) => waited.wrong);
  const ended = server.output().match(/ ended \(/g)?.length ?? 0;
  const right = errors === 0 && answers.every(([status]) => ALLOWED.includes(status));
  const lines = [
    plainFigure(
      'one member: requests sent',
      `${formatCount(sent)} in ${seconds.toFixed(1)} s, ${formatCount(sent / seconds)}/s`,
    ),
    checkedFigure(
      'one member: responses',
      answers.map(([status, times]) => `${status}: ${formatCount(times)}`).join(', ') +
        (errors ? `, none: ${errors}` : ''),
      ALLOWED.join(', '),
      right,
    ),
    plainFigure('others, quiet: p50, p99', figures(quiet)),
    plainFigure('others, flooded: p50, p99', figures(beside)),
    plainFigure(
      'others, flooded, same court-day: p50, p99',
      figures(together(pressed, ({ sameDay }) => sameDay)),
    ),
    checkedFigure(
      'others: ratio of p99 flooded to quiet',
      ratio.toFixed(2),
      `at most ${MAXIMUM_RATIO}`,
      ratio <= MAXIMUM_RATIO,
    ),
    checkedFigure(
      'others: refused',
      wrong.length ? `${formatCount(wrong.length)}, first ${wrong[0]}` : '0',
      '0',
      wrong.length === 0,
    ),
    mostMemory(),
    checkedFigure('processes that exited', formatCount(ended), '0', ended === 0),
  ];
  const problems = await runVerification({
    ...cli,
    environment: { ...cli.environment, ...environment },
  });
  return [
    ...lines,
    checkedFigure('verify: violations', formatCount(problems), '0', problems === 0),
  ];
};

/**
 * Lets one member flood a court-day under the standard policy, in rounds that alternate with quiet
 * ones.
 */
export const oneMember = (cli: Cli, requests: number): Promise<void> =>
  measured(cli, (server) => measure(cli, server, requests), { policy: 'unpaid' });
