import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Route } from '@courtly/contracts/route';
import express from 'express';

const BODY_LIMIT = '100kb';
const WEBHOOK_LIMIT = '1mb';

/**
 * Parses JSON bodies. Webhooks keep the raw bytes, which their signatures cover; multipart forms
 * are parsed later.
 */
export const parseBodies = (
  application: Pick<NestExpressApplication, 'use'>,
  routes: readonly Route[],
): void => {
  for (const { kind, path } of routes)
    if (kind === 'webhook')
      application.use(path, express.raw({ type: () => true, limit: WEBHOOK_LIMIT }));
  application.use(express.json({ limit: BODY_LIMIT }));
};
