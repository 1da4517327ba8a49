import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Route } from '@courtly/contracts/route';
import express from 'express';
import { type BodyLimits, limitBodies, limitRawBodies, stopIfRefused } from './body-limits.js';
import type { ConcurrencyLimits } from './concurrency-limiter.js';
import { processLimits } from './limits.js';
import type { ShareLimits } from './shares.js';

type AllBodyLimits = Readonly<{
  bodies: BodyLimits & ShareLimits;
  rawBodies: BodyLimits & ConcurrencyLimits;
}>;

/** The types that browsers send: their own reports, and those of the website. */
const REPORT_TYPES = ['application/json', 'application/csp-report', 'application/reports+json'];

/**
 * Parses JSON bodies and simple forms. Webhooks keep the raw bytes, which their signatures cover;
 * multipart forms are parsed later.
 */
export const parseBodies = (
  application: Pick<NestExpressApplication, 'use'>,
  routes: readonly Route[],
  { bodies, rawBodies }: AllBodyLimits = processLimits,
): void => {
  const limitRaw = limitRawBodies(rawBodies);
  const parseRaw = express.raw({ type: () => true, limit: rawBodies.bytes });
  for (const { kind, path } of routes)
    if (kind === 'webhook') application.use(path, limitRaw, parseRaw);
  application.use(limitBodies(bodies));
  const parseReport = express.json({ type: REPORT_TYPES, limit: bodies.bytes });
  for (const { kind, path } of routes) if (kind === 'report') application.use(path, parseReport);
  application.use(express.json({ limit: bodies.bytes }));
  const parseForm = express.urlencoded({ extended: false, limit: bodies.bytes });
  for (const { kind, path } of routes) if (kind === 'form') application.use(path, parseForm);
  application.use(stopIfRefused);
};
