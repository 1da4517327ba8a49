import { CliError, interruption } from './cli-error.mjs';
import {
  composeCommand,
  composeProject,
  newSecrets,
  type ComposeCommand,
  type ComposeProject,
} from './compose.ts';
import { baseImage, composeFile, docker, isEngineRunning } from './engine.ts';
import { skipped } from './missing-tool.ts';
import { claimPort } from './ports.ts';
import { step } from './progress.mjs';
import { isHealthy, until } from './readiness.ts';
import { provideImages } from './standin-images.ts';
import type { Tally } from './tally.ts';

const READY_WITHIN_MS = 180_000;
const out = process.stdout;

/** The title of a check, and a function that resolves to a description of its result. */
export type Attempt = readonly [title: string, check: () => Promise<string>];

/**
 * Builds the image, starts every Compose service from it, and runs the checks in order. Skips them
 * without a Docker engine.
 */
export async function runAttempts(
  attemptsOn: (project: ComposeProject, compose: ComposeCommand) => readonly Attempt[],
): Promise<Tally> {
  const compose = (await isEngineRunning()) ? await composeCommand() : undefined;
  if (!compose) return skipped('image', 'no Docker engine with Compose responds here');
  const services = Object.values(composeFile().services).filter(({ profiles }) => !profiles);
  const serviceImages = services.map(({ image }) => image).filter((image) => image !== 'courtly');
  const reason = await provideImages([baseImage(), ...new Set(serviceImages)], out);
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
    await step(out, 'Starting the containers', () => startContainers(project));
    for (const attempt of attemptsOn(project, compose)) await runAttempt(attempt, tally);
  } finally {
    await step(out, 'Removing the containers', () => project.down());
  }
  return tally;
}

async function runAttempt([title, check]: Attempt, tally: Tally): Promise<void> {
  try {
    const result = await step(out, title, check);
    tally.passed++;
    out.write(`  ${result}\n`);
  } catch (error) {
    interruption.signal.throwIfAborted();
    tally.failed++;
    out.write(`  ${error instanceof CliError ? error.message : String(error)}\n`);
  }
}

async function startContainers(project: ComposeProject): Promise<void> {
  await project.up();
  await untilReady(project);
}

export async function untilReady(project: ComposeProject): Promise<void> {
  const deadline = AbortSignal.any([AbortSignal.timeout(READY_WITHIN_MS), interruption.signal]);
  await until(() => isHealthy(`${project.base}/api/health/ready`), deadline);
}
