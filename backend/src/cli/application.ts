import { allProjections } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as delay } from 'node:timers/promises';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { Lags } from '../platform/projections/lags.js';
import { Projectors } from '../platform/projections/projectors.js';
import { type Cli, Failure } from './cli.js';

const OPEN_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 5_000;
const ASK_AGAIN_MS = 200;

const open = (environment: NodeJS.ProcessEnv, roles: string): Promise<INestApplicationContext> =>
  Promise.race([
    NestFactory.createApplicationContext(
      // Standard output belongs to the command, so the application's own log is off; faults still go to standard error.
      AppModule.with(readConfig({ ...environment, ROLES: roles, LOG_LEVEL: 'silent' })),
      { logger: ['error', 'fatal'], abortOnError: false },
    ),
    delay(OPEN_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Failure(
        `The stores of this Courtly do not answer within ${OPEN_WITHIN_MS / 1_000} s.`,
      );
    }),
  ]);

const closing = async <T>(
  app: INestApplicationContext,
  work: (app: INestApplicationContext) => Promise<T>,
) => {
  try {
    return await work(app);
  } finally {
    await Promise.race([app.close(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }
};

/** Runs a command's work on the application's parts. It serves no requests, projects nothing and takes no jobs. */
export const withApplication = async <T>(
  cli: Cli,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> => closing(await open(cli.environment, 'api'), work);

/** Waits until every read model has come to the end that the log has. */
const complete = async (app: INestApplicationContext, signal: AbortSignal) => {
  for (;;) {
    const lags = await app.get(Lags).measure();
    if (lags.every(({ complete: isComplete, seconds }) => isComplete && seconds === 0)) return;
    await delay(ASK_AGAIN_MS, undefined, { signal });
  }
};

/**
 * Runs work while something keeps the read models: the server that runs, or, where no process projects, a projector in this
 * process for so long, once it has caught up.
 */
export const whileProjected = async <T>(
  cli: Cli,
  app: INestApplicationContext,
  work: () => Promise<T>,
): Promise<T> => {
  if (await app.get(Projectors).isAnyoneAlive(cli.interrupted)) return work();
  cli.note('No server keeps the read models: keeping them here until this is done.');
  return closing(await open(cli.environment, 'projector'), async () => {
    await cli.step('Building the read models', () => complete(app, cli.interrupted));
    return work();
  });
};
