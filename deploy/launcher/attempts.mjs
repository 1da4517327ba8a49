import { provideImages } from './standin-images.mjs';
import { composeCommand, composeProject, newSecrets } from './compose.mjs';
import { baseImage, composeFile, docker, engineAnswers } from './engine.mjs';
import { claimPort } from './ports.ts';
import { skipped } from './missing-tool.mjs';
import { step } from './progress.mjs';
import { isHealthy, until } from './readiness.ts';
import { interruption, CliError } from './cli-error.mjs';

const READY_WITHIN_MS = 180_000;
const out = process.stdout;

/** @typedef {import('./layers.mjs').Tally} Tally */
/** @typedef {import('./compose.mjs').ComposeProject} ComposeProject */
/** @typedef {readonly [program: string, ...string[]]} ComposeCommand */
/** What is tried, and what does it: it resolves to what it found. @typedef {readonly [string, () => Promise<string>]} Trial */

/**
 * Builds the image, starts all of Compose from it, and makes one trial after the other.
 * @param {(project: ComposeProject, compose: ComposeCommand) => readonly Trial[]} trials
 * @returns {Promise<Tally>} skipped where no engine answers
 */
export async function attemptAll(trials) {
  const compose = (await engineAnswers()) ? await composeCommand() : undefined;
  if (!compose) return skipped('image', 'no Docker engine with Compose answers here');
  const needed = Object.values(composeFile().services).filter(({ profiles }) => !profiles);
  const stores = needed.map(({ image }) => image);
  const images = [baseImage(), ...new Set(stores.filter((name) => name !== 'courtly'))];
  const reason = await provideImages(images, out);
  if (reason) return skipped('image', reason);
  await step(out, 'Building the image', () =>
    docker('build', '--tag', 'courtly', '--file', 'deploy/docker/Dockerfile', '.'),
  );

  const port = await claimPort(0);
  const project = composeProject(compose, {
    name: `courtly-test-${port}`,
    port,
    secrets: newSecrets(),
  });
  const tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    await step(out, 'Starting the containers', () => start(project));
    for (const [name, trial] of trials(project, compose)) await attempt(name, trial, tally);
  } finally {
    await step(out, 'Removing the containers', () => project.down());
  }
  return tally;
}

/** @param {string} name @param {() => Promise<string>} trial @param {Tally} tally */
async function attempt(name, trial, tally) {
  try {
    const found = await step(out, name, trial);
    tally.passed++;
    out.write(`  ${found}\n`);
  } catch (error) {
    interruption.signal.throwIfAborted();
    tally.failed++;
    out.write(`  ${error instanceof CliError ? error.message : String(error)}\n`);
  }
}

/** @param {ComposeProject} project */
async function start(project) {
  await project.up();
  await untilReady(project);
}

/** @param {ComposeProject} project */
export async function untilReady(project) {
  const patience = AbortSignal.any([AbortSignal.timeout(READY_WITHIN_MS), interruption.signal]);
  await until(() => isHealthy(`${project.base}/api/health/ready`), patience);
}
