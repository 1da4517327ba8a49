import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAttempts } from './attempts.ts';
import { restoration } from './backup.ts';
import { run } from './children.mjs';
import { CliError } from './cli-error.mjs';
import type { ComposeProject } from './compose.ts';
import { disturbServices, stopEach } from './e2e-scenarios.ts';
import { baseImage, docker } from './engine.ts';
import { writeFixtureClub } from './fixture-club.ts';
import { rebuildAll, verify } from './read-models.ts';
import { root } from './setup.mjs';
import type { Tally } from './tally.ts';

const applicationServices = ['api', 'projector', 'worker'];
const storeServices = ['eventstore', 'mongodb', 'redis'];
const ABOVE_BASE_MB = 150;
const operatorCommands = ['users', 'events', 'projections', 'verify'];
const toolCommands = ['seed', 'demand', 'bench', 'rehearsal'];

/**
 * Builds the image, runs every Compose service from it, and checks what operators rely on. Skips
 * this without a Docker engine.
 * @param args a folder with the bookings of a club; a small fixture by default
 */
export const image = ([clubFolder]: readonly string[]): Promise<Tally> =>
  runAttempts((project, compose) => [
    [`the image is at most ${ABOVE_BASE_MB} MB above its base`, checkSize],
    [
      'its command line has the commands that operators need, and no seed or load tools',
      () => checkCommands(project),
    ],
    [
      'every booking of a club succeeds while containers are killed and frozen',
      () => bookUnderFailures(project, clubFolder),
    ],
    ['verify finds nothing wrong', () => verify(project)],
    ['every read model is the same after a rebuild', () => rebuildAll(project)],
    [
      'each container stops in time, and no request is cut',
      () => stopEach(project, applicationServices),
    ],
    restoration(project, compose),
  ]);

async function checkSize(): Promise<string> {
  const [imageBytes, baseBytes] = await Promise.all(
    ['courtly', baseImage()].map(async (name) =>
      Number(await docker('image', 'inspect', '--format', '{{.Size}}', name)),
    ),
  );
  const megabytes = Math.round((Number(imageBytes) - Number(baseBytes)) / 1e6);
  if (megabytes > ABOVE_BASE_MB) throw new CliError(`${megabytes} MB`);
  return `${megabytes} MB`;
}

async function checkCommands(project: ComposeProject): Promise<string> {
  const help = await project.courtly('api', '--help');
  const commandNames = [...help.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => String(name));
  const isMissing = operatorCommands.some((name) => !commandNames.includes(name));
  if (isMissing || toolCommands.some((name) => commandNames.includes(name)))
    throw new CliError(`it has ${commandNames.join(', ')}`);
  for (const service of applicationServices)
    await project.courtly(service, 'projections', 'status');
  return commandNames.join(', ');
}

async function bookUnderFailures(
  project: ComposeProject,
  givenFolder: string | undefined,
): Promise<string> {
  const clubFolder = givenFolder ?? mkdtempSync(join(tmpdir(), 'courtly-club-'));
  if (!givenFolder) writeFixtureClub(clubFolder);
  const toolsScript = join(root, 'deploy', 'launcher', 'tools.mjs');
  const args = ['demand', clubFolder, '--base', project.base, '--concurrency', '32'];
  const workload = run(process.execPath, [toolsScript, ...args], { cwd: root });
  const [disturbance] = await Promise.allSettled([
    disturbServices(project, [...applicationServices, ...storeServices], workload),
    workload,
  ]);
  if (!givenFolder) rmSync(clubFolder, { recursive: true });
  if (disturbance.status === 'rejected') throw disturbance.reason;
  const { code, lines } = await workload;
  const counts = disturbance.value.map(
    ({ service, killed, frozen }) => `${service}: killed ${killed}, frozen ${frozen}`,
  );
  const summary = [...lines.slice(-5), ...counts].join('\n  ');
  if (code !== 0) throw new CliError(summary);
  return summary;
}
