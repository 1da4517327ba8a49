import { Agent, request } from 'node:http';
import { docker } from './engine.mjs';
import { isHealthy, until } from './readiness.ts';
import { interruption, pause, CliError } from './cli-error.mjs';

const KILLED_FOR_MS = 1_000;
const FROZEN_FOR_MS = 3_000;
const SERVED_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 9_000;

/** @typedef {import('./compose.mjs').ComposeProject} ComposeProject */

/**
 * Kills and freezes one container after another until `workload` settles. Each one is restarted or
 * resumed, and requests succeed again, before the next.
 * @param {ComposeProject} project
 * @param {readonly string[]} services
 * @param {Promise<unknown>} workload
 * @returns {Promise<{ service: string, killed: number, frozen: number }[]>} how often
 */
export async function harass(project, services, workload) {
  let over = false;
  void workload.then(
    () => (over = true),
    () => (over = true),
  );
  const counted = services.map((service) => ({ service, killed: 0, frozen: 0 }));
  for (let round = 0; !over; round++)
    for (const [index, count] of counted.entries()) {
      if (over) break;
      const containers = await project.containers(count.service);
      const container = String(containers[round % containers.length]);
      const freeze = (round + index) % 2 === 1;
      await (freeze ? frozen(container) : docker('kill', '--signal', 'KILL', container));
      await pause(freeze ? FROZEN_FOR_MS : KILLED_FOR_MS);
      await docker(freeze ? 'unpause' : 'start', container);
      count[freeze ? 'frozen' : 'killed']++;
      const patience = AbortSignal.any([
        AbortSignal.timeout(SERVED_WITHIN_MS),
        interruption.signal,
      ]);
      await until(() => isHealthy(`${project.base}/api/health/ready`), patience);
    }
  return counted;
}

/**
 * Freezes a container; the kernel may need several tries while many of its threads run.
 * @param {string} container
 */
async function frozen(container) {
  for (let tries = 1; ; tries++) {
    const failure = await docker('pause', container).then(
      () => undefined,
      (error) => error,
    );
    if (!failure) return;
    if (tries === 10) throw failure;
    await pause(200);
  }
}

/**
 * One request by a connection of an agent.
 * @param {string} base
 * @param {Agent} agent
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @returns {Promise<string>} its status, or what became of it
 */
const ask = (base, agent, method, path) =>
  new Promise((outcome) => {
    const asked = request(new URL(path, base), { agent, method }, (response) => {
      const end = () => outcome(response.complete ? String(response.statusCode) : 'cut');
      response.on('error', end).on('end', end).resume();
    });
    asked.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      outcome(code === 'ECONNREFUSED' ? 'refused' : 'cut'),
    );
    asked.end();
  });

/**
 * Sends reads and commands through the proxy until `workload` settles.
 * @param {string} base
 * @param {Promise<unknown>} workload
 * @returns {Promise<Record<string, number>>} how often each outcome came
 */
async function press(base, workload) {
  let over = false;
  void workload.finally(() => (over = true)).catch(() => {});
  /** @type {Record<string, number>} */
  const counted = {};
  /** @param {number} lane */
  const lane = async (lane) => {
    const agent = new Agent({ keepAlive: lane % 2 === 0 });
    while (!over) {
      const outcome = await (lane % 4 < 3
        ? ask(base, agent, 'GET', '/api/courts')
        : ask(base, agent, 'POST', '/api/bookings'));
      counted[outcome] = (counted[outcome] ?? 0) + 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: 16 }, (_, index) => lane(index)));
  return counted;
}

/**
 * Stops every container of services in turn, as an engine does, and starts it again, while people ask through the proxy.
 * @param {ComposeProject} project
 * @param {readonly string[]} services
 * @returns {Promise<string>} how long each took and what people were answered
 * @throws {CliError} when a container ended too late or by force, or a request was not answered to its end
 */
export async function stopEach(project, services) {
  /** @type {{ service: string, ms: number, code: string }[]} */
  const took = [];
  const stopping = (async () => {
    for (const service of services)
      for (const container of await project.containers(service)) {
        await pause(1_000);
        const started = performance.now();
        await docker('stop', '--time', '15', container);
        const ms = Math.round(performance.now() - started);
        const code = await docker('inspect', '--format', '{{.State.ExitCode}}', container);
        took.push({ service, ms, code });
        await docker('start', container);
        await untilHealthy(container);
      }
  })();
  const counted = await press(project.base, stopping);
  await stopping;
  const wrong = took.filter(({ ms, code }) => ms > STOPS_WITHIN_MS || code === '137');
  // 401: a booking without a session still gets an answer from the API.
  const unanswered = Object.keys(counted).filter(
    (outcome) => outcome !== '200' && outcome !== '401',
  );
  const told = `stopped ${took.map(({ service, ms }) => `${service} ${ms} ms`).join(', ')}; answers ${JSON.stringify(counted)}`;
  if (wrong.length > 0 || unanswered.length > 0) throw new CliError(told);
  return told;
}

/** @param {string} container */
async function untilHealthy(container) {
  for (let tries = 0; tries < 480; tries++) {
    if ((await docker('inspect', '--format', '{{.State.Health.Status}}', container)) === 'healthy')
      return;
    await pause(250);
  }
  throw new CliError(
    `${container} is not healthy after 2 min:\n${await docker('logs', '--tail', '30', container)}`,
  );
}
