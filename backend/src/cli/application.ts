import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../config.js';
import { Lags } from '../platform/projections/lags.js';
import { Projectors } from '../platform/projections/projectors.js';
import { type Cli, Failure } from './cli.js';

const OPEN_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 200;

/** @throws Failure if the stores do not respond in time */
export const untilOpen = <T>(opening: Promise<T>): Promise<T> =>
  Promise.race([
    opening,
    delay(OPEN_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Failure(
        `The stores did not respond within ${OPEN_TIMEOUT_MS / 1_000} s. Check that they are running and that EVENTSTORE_URL, MONGODB_URI, and REDIS_URL are correct.`,
      );
    }),
  ]);

export const untilClosed = (closing: Promise<unknown>): Promise<unknown> =>
  Promise.race([closing, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);

const openApplication = async (
  environment: NodeJS.ProcessEnv,
  roles: string,
): Promise<INestApplicationContext> => {
  // Imported here, so that commands that read only the log do not load the whole application.
  const { AppModule } = await import('../app.module.js');
  // Standard output belongs to the command, so the application logs only errors, on standard error.
  const config = readConfig({ ...environment, ROLES: roles, LOG_LEVEL: 'silent' });
  return untilOpen(
    NestFactory.createApplicationContext(AppModule.forConfig(config), {
      logger: ['error', 'fatal'],
      abortOnError: false,
    }),
  );
};

const closeAfter = async <T>(
  application: INestApplicationContext,
  runWork: (application: INestApplicationContext) => Promise<T>,
) => {
  try {
    return await runWork(application);
  } finally {
    await untilClosed(application.close());
  }
};

/**
 * Runs work in an application context that serves no requests, updates no read models, runs no
 * jobs, and writes nothing when it starts.
 */
export const withApplication = async <T>(
  cli: Cli,
  runWork: (application: INestApplicationContext) => Promise<T>,
): Promise<T> => closeAfter(await openApplication(cli.environment, 'cli'), runWork);

/** Waits until every read model has reached the end of the log. */
const waitUntilCurrent = async (application: INestApplicationContext, abortSignal: AbortSignal) => {
  for (;;) {
    const readModelLags = await application.get(Lags).measureLags();
    if (readModelLags.every(({ complete: isComplete, seconds }) => isComplete && seconds === 0))
      return;
    await delay(POLL_INTERVAL_MS, undefined, { signal: abortSignal });
  }
};

/** Reads the read models as they are, and prints a note if no process is updating them. */
export const noteIfStopped = async (
  cli: Cli,
  application: INestApplicationContext,
): Promise<boolean> => {
  const isRunning = await application.get(Projectors).isAnyoneAlive(cli.interrupted);
  if (!isRunning) cli.note('No server is running, so the read models may be behind the log.');
  return !isRunning;
};

/**
 * Runs work while a process updates the read models: the running server or, if there is none, a
 * projector in this process. That projector catches up before the work and again before it stops.
 */
export const whileProjected = async <T>(
  cli: Cli,
  application: INestApplicationContext,
  runWork: () => Promise<T>,
): Promise<T> => {
  if (await application.get(Projectors).isAnyoneAlive(cli.interrupted)) return runWork();
  cli.note('No server is running, so this command updates the read models.');
  const untilCurrent = () =>
    cli.step('Building the read models', () => waitUntilCurrent(application, cli.interrupted));
  return closeAfter(await openApplication(cli.environment, 'projector'), async () => {
    await untilCurrent();
    const result = await runWork();
    await untilCurrent();
    return result;
  });
};
