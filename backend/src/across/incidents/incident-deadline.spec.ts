import { describe, expect, it } from '@jest/globals';
import {
  ANSWER_BY,
  REPORTED_AT,
  aReport,
  byPlayer,
  incidentReported,
} from '../../../testing/incident.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { incident } from './incident.js';
import { PassIncidentDeadlineCommand, PassIncidentDeadlineHandler } from './incidents.commands.js';
import { wasSuspended } from './was-suspended.js';

const suspended = (suspendedAt: string) => ({ type: 'UserSuspended', data: { suspendedAt } });
const reinstated = (liftedAt: string) => ({ type: 'SuspensionLifted', data: { liftedAt } });

/** Whether silence upholds Hana's report, given Pavel's history and the other reports. */
const silenceUpholds = async (history: readonly object[], ...others: readonly string[]) => {
  const reported = incident.evolve(null, incidentReported());
  const states = new Map<string, unknown>([
    [aReport().incidentId, reported],
    ...others.map((id) => [id, reported] as const),
  ]);
  const commands: unknown[] = [];
  const handler = new PassIncidentDeadlineHandler(
    {
      handle: async (_: unknown, __: string, command: unknown) => commands.push(command),
    } as unknown as CommandHandling,
    {
      load: async (_: unknown, id: string) => states.get(id) ?? null,
      events: async (name: string) => (name === 'user-pavel' ? history : []),
    } as unknown as Streams,
  );
  const { incidentId } = aReport();
  await handler.execute(
    new PassIncidentDeadlineCommand({ incidentId }, systemContext('deadline', ANSWER_BY)),
  );
  return (commands as { data: { silenceUpholds: boolean } }[]).map(
    ({ data }) => data.silenceUpholds,
  );
};

describe('the silence of a reported person', () => {
  it('upholds a no-show report', async () => expect(await silenceUpholds([])).toEqual([true]));

  it('upholds nothing if the person reported a no-show, too', async () =>
    expect(await silenceUpholds([], byPlayer.incidentId)).toEqual([false]));

  it('upholds nothing if the person was suspended while they could answer', async () =>
    expect(await silenceUpholds([suspended('2027-03-14T08:00:00.000Z')])).toEqual([false]));
});

it.each([
  ['never', [], false],
  ['until before', [suspended('2027-03-01'), reinstated(REPORTED_AT)], false],
  ['since before', [suspended('2027-03-01')], true],
  ['for a part', [suspended('2027-03-14'), reinstated('2027-03-15')], true],
  ['only after', [suspended(ANSWER_BY)], false],
] as const)(
  'detects whether a person was suspended while they could answer (suspended: %s)',
  (_, history, expected) =>
    expect(wasSuspended(history as never, REPORTED_AT, ANSWER_BY)).toBe(expected),
);
