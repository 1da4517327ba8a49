import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attemptAll } from './attempts.mjs';
import { restoration } from './backup.mjs';
import { run } from './children.mjs';
import { baseImage, docker } from './engine.mjs';
import { rebuildAll, verify } from './read-models.mjs';
import { CliError } from './cli-error.mjs';
import { root } from './setup.mjs';
import { writeFixtureClub } from './fixture-club.ts';
import { harass, stopEach } from './e2e-scenarios.mjs';

const OURS = ['api', 'projector', 'worker'];
const STORES = ['eventstore', 'mongodb', 'redis'];
const ABOVE_BASE_MB = 150;
const NEVER_IN_IMAGE = ['seed', 'demand', 'bench', 'rehearsal'];

/** @typedef {import('./layers.mjs').Tally} Tally */
/** @typedef {import('./compose.mjs').ComposeProject} ComposeProject */

/**
 * Builds the image, runs all of Compose from it, and holds it against what operators count on.
 * @param {readonly string[]} args a folder with a club's bookings; without one, a small club is made up
 * @returns {Promise<Tally>} skipped where no engine answers
 */
export const image = ([club]) =>
  attemptAll((project, compose) => [
    [`the image is at most ${ABOVE_BASE_MB} MB above its base`, size],
    [
      'its command line has what operators need, and nothing that loads or fills',
      () => commands(project),
    ],
    ['every booking of a club over killed and frozen containers', () => demand(project, club)],
    ['verify finds nothing wrong', () => verify(project)],
    ['every read model is the same after a rebuild', () => rebuildAll(project)],
    ['each container stops in time, and no request is cut', () => stopEach(project, OURS)],
    restoration(project, compose),
  ]);

async function size() {
  const [ours, base] = await Promise.all(
    ['courtly', baseImage()].map(async (name) =>
      Number(await docker('image', 'inspect', '--format', '{{.Size}}', name)),
    ),
  );
  const megabytes = Math.round((Number(ours) - Number(base)) / 1e6);
  if (megabytes > ABOVE_BASE_MB) throw new CliError(`${megabytes} MB`);
  return `${megabytes} MB`;
}

/** @param {ComposeProject} project */
async function commands(project) {
  const help = await project.courtly('api', '--help');
  const listed = [...help.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => String(name));
  const missing = ['users', 'events', 'projections', 'verify'].filter(
    (name) => !listed.includes(name),
  );
  const extra = NEVER_IN_IMAGE.filter((name) => listed.includes(name));
  if (missing.length > 0 || extra.length > 0) throw new CliError(`it has ${listed.join(', ')}`);
  for (const service of OURS) await project.courtly(service, 'projections', 'status');
  return listed.join(', ');
}

/** @param {ComposeProject} project @param {string | undefined} given */
async function demand(project, given) {
  const club = given ?? mkdtempSync(join(tmpdir(), 'courtly-club-'));
  if (!given) writeFixtureClub(club);
  const command = [join(root, 'deploy', 'launcher', 'tools.mjs'), 'demand', club];
  const sending = run(
    process.execPath,
    [...command, '--base', project.base, '--concurrency', '32'],
    { cwd: root },
  );
  const [harassed] = await Promise.allSettled([
    harass(project, [...OURS, ...STORES], sending),
    sending,
  ]);
  if (!given) rmSync(club, { recursive: true });
  if (harassed.status === 'rejected') throw harassed.reason;
  const { code, lines } = await sending;
  const counts = harassed.value.map(
    ({ service, killed, frozen }) => `${service}: killed ${killed}, frozen ${frozen}`,
  );
  const told = [...lines.slice(-5), ...counts].join('\n  ');
  if (code !== 0) throw new CliError(told);
  return told;
}
