import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Processes, startProcesses } from './processes.js';
import { eventually } from './stores.js';
import { loadAdjusted } from './patience.js';

type Outcome = Readonly<{ status?: number; complete: boolean }>;

const ask = (port: number, agent: Agent, path: string): Promise<Outcome> =>
  new Promise((outcome) => {
    const clientRequest = request({ port, path, agent, host: '127.0.0.1' }, (response) => {
      const end = () => outcome({ status: response.statusCode!, complete: response.complete });
      response.on('error', end).on('end', end);
      response.resume();
    });
    clientRequest.on('error', () => outcome({ complete: false }));
    clientRequest.end();
  });

/** Sends requests continuously while the readiness check passes, like a proxy. */
const balanced = (port: number, lanes: number) => {
  let ready = true;
  const outcomes: Outcome[] = [];
  const check = async () => {
    const agent = new Agent();
    for (; ready; await delay(50))
      ready = (await ask(port, agent, '/api/health/ready')).status === 200;
  };
  const lane = async (keepAlive: boolean) => {
    const agent = new Agent({ keepAlive });
    while (ready) outcomes.push(await ask(port, agent, '/api/courts'));
    agent.destroy();
  };
  const connectionsClosed = Promise.all([
    check(),
    ...Array.from({ length: lanes }, (_, index) => lane(index % 2 === 0)),
  ]);
  return { outcomes, connectionsClosed };
};

let processes: Processes;

beforeAll(async () => {
  processes = await startProcesses();
  await processes.courtly('projector');
});

afterAll(async () => {
  await processes?.stop();
});

describe('stopping an API under load', () => {
  it('completes every request, because the proxy leaves before the port closes', async () => {
    for (let round = 0; round < 2; round++) {
      const api = await processes.courtly('api', { DRAIN_MS: '1000' });
      const agent = new Agent();
      const isReady = async () => (await ask(api.port, agent, '/api/health/ready')).status === 200;
      await eventually('the API is ready', isReady, 20_000);
      const { outcomes, connectionsClosed } = balanced(api.port, 16);
      await eventually('every lane has had responses', async () => outcomes.length > 32, 20_000);
      const ms = await api.end('SIGTERM');
      await connectionsClosed;
      expect(ms).toBeLessThan(loadAdjusted(9_000));
      expect(outcomes.filter(({ status, complete }) => status !== 200 || !complete)).toEqual([]);
    }
  });
});
