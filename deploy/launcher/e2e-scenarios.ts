import { Agent, request } from 'node:http';
import { CliError, interruption, pause } from './cli-error.mjs';
import type { ComposeProject } from './compose.ts';
import { docker } from './engine.ts';
import { isHealthy, until } from './readiness.ts';

const KILLED_FOR_MS = 1_000;
const FROZEN_FOR_MS = 3_000;
const RECOVERY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 9_000;
const LANE_COUNT = 16;

type Disturbances = { service: string; killed: number; frozen: number };

/**
 * Kills and freezes one container after another until `workload` settles. Before the next one, each
 * container is restarted or resumed and requests succeed again.
 * @returns how many times each service was killed and frozen
 */
export async function disturbServices(
  project: ComposeProject,
  services: readonly string[],
  workload: Promise<unknown>,
): Promise<Disturbances[]> {
  const isSettled = watchSettled(workload);
  const counts = services.map((service) => ({ service, killed: 0, frozen: 0 }));
  for (let round = 0; !isSettled(); round++)
    for (const [index, count] of counts.entries()) {
      if (isSettled()) break;
      const containers = await project.containers(count.service);
      const container = String(containers[round % containers.length]);
      const isFreeze = (round + index) % 2 === 1;
      await (isFreeze ? freeze(container) : docker('kill', '--signal', 'KILL', container));
      await pause(isFreeze ? FROZEN_FOR_MS : KILLED_FOR_MS);
      await docker(isFreeze ? 'unpause' : 'start', container);
      count[isFreeze ? 'frozen' : 'killed']++;
      const deadline = AbortSignal.any([
        AbortSignal.timeout(RECOVERY_LIMIT_MS),
        interruption.signal,
      ]);
      await until(() => isHealthy(`${project.base}/api/health/ready`), deadline);
    }
  return counts;
}

function watchSettled(workload: Promise<unknown>): () => boolean {
  let isSettled = false;
  void workload.finally(() => (isSettled = true)).catch(() => {});
  return () => isSettled;
}

/** Freezes a container. The kernel may need several attempts while many threads of it run. */
async function freeze(container: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const failure: unknown = await docker('pause', container).then(
      () => undefined,
      (error) => error,
    );
    if (!failure) return;
    if (attempt === 10) throw failure;
    await pause(200);
  }
}

/** Sends a request, and resolves to its status, `refused`, or `cut`. */
const outcomeOf = (
  base: string,
  agent: Agent,
  method: 'GET' | 'POST',
  path: string,
): Promise<string> =>
  new Promise((resolve) => {
    const clientRequest = request(new URL(path, base), { agent, method }, (response) => {
      const finish = () => resolve(response.complete ? String(response.statusCode) : 'cut');
      response.on('error', finish).on('end', finish).resume();
    });
    clientRequest.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'refused' : 'cut'),
    );
    clientRequest.end();
  });

/** Sends reads and commands through the proxy until `workload` settles, and counts the outcomes. */
async function countOutcomes(
  base: string,
  workload: Promise<unknown>,
): Promise<Record<string, number>> {
  const isSettled = watchSettled(workload);
  const counts: Record<string, number> = {};
  const runLane = async (lane: number) => {
    const agent = new Agent({ keepAlive: lane % 2 === 0 });
    while (!isSettled()) {
      const outcome = await (lane % 4 < 3
        ? outcomeOf(base, agent, 'GET', '/api/courts')
        : outcomeOf(base, agent, 'POST', '/api/bookings'));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: LANE_COUNT }, (_, lane) => runLane(lane)));
  return counts;
}

/**
 * Stops and restarts each container of the services as an engine does, while requests arrive.
 * @returns how long each stop took, and the outcomes of requests
 * @throws {CliError} if a container stopped late or by force, or a request got no complete response
 */
export async function stopEach(
  project: ComposeProject,
  services: readonly string[],
): Promise<string> {
  const stops: { service: string; ms: number; exitCode: string }[] = [];
  const stopAll = async () => {
    for (const service of services)
      for (const container of await project.containers(service)) {
        await pause(1_000);
        const startedAt = performance.now();
        await docker('stop', '--time', '15', container);
        const ms = Math.round(performance.now() - startedAt);
        const exitCode = await docker('inspect', '--format', '{{.State.ExitCode}}', container);
        stops.push({ service, ms, exitCode });
        await docker('start', container);
        await untilHealthy(container);
      }
  };
  const workload = stopAll();
  const outcomes = await countOutcomes(project.base, workload);
  await workload;
  const isLateOrForced = stops.some(({ ms, exitCode }) => ms > STOP_LIMIT_MS || exitCode === '137');
  // A booking without a session still gets a response from the API, which is 401.
  const isUnanswered = Object.keys(outcomes).some(
    (outcome) => outcome !== '200' && outcome !== '401',
  );
  const durations = stops.map(({ service, ms }) => `${service} ${ms} ms`).join(', ');
  const summary = `stopped ${durations}; responses ${JSON.stringify(outcomes)}`;
  if (isLateOrForced || isUnanswered) throw new CliError(summary);
  return summary;
}

async function untilHealthy(container: string): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt++) {
    if ((await docker('inspect', '--format', '{{.State.Health.Status}}', container)) === 'healthy')
      return;
    await pause(250);
  }
  const logs = await docker('logs', '--tail', '30', container);
  throw new CliError(`${container} is not healthy after 2 min:\n${logs}`);
}
