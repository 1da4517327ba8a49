import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { browserReportRoutes } from '@courtly/contracts/browser-reports';
import { isCheckout } from '@courtly/contracts/checkout-document';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../../config.js';
import { inlineSources } from './inline-sources.js';
import { isPage } from './request.js';

/**
 * The Stripe hosts for the checkout page, from Stripe's security guide; empty with the stand-in.
 */
const stripeSources = ({ STRIPE_PUBLISHABLE_KEY, STRIPE_URL }: Config) => {
  if (STRIPE_URL)
    return {
      script: [],
      frame: [new URL(STRIPE_URL).origin],
      connect: [new URL(STRIPE_URL).origin],
    };
  if (!STRIPE_PUBLISHABLE_KEY) return { script: [], frame: [], connect: [] };
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    script: scripts,
    frame: [...scripts, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
  };
};

/** The name that the Content-Security-Policy uses for its endpoint. */
const REPORT_GROUP = 'csp';

/** Helmet does not set these. The website uses none of these features, and only its own location. */
const moreHeaders = {
  'Reporting-Endpoints': `${REPORT_GROUP}="${browserReportRoutes.reportCspViolations.path}"`,
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(self), hid=(), microphone=(), midi=(), serial=(), usb=()',
};

/**
 * Pages load only their own files, the configured map, and Stripe's files at checkout. Inline code
 * must come from the build.
 */
const pageOptions = (
  { PUBLIC_URL, MAP_STYLE_URL }: Config,
  inlineHashes: ReturnType<typeof inlineSources>,
  stripeHosts?: ReturnType<typeof stripeSources>,
): HelmetOptions => {
  const isHttps = PUBLIC_URL.startsWith('https:');
  const ownSources = ["'self'"];
  const mapSources = MAP_STYLE_URL ? [new URL(MAP_STYLE_URL).origin] : [];
  const directives = {
    defaultSrc: ownSources,
    scriptSrc: [...ownSources, ...inlineHashes.script, ...(stripeHosts?.script ?? [])],
    ...(stripeHosts && { frameSrc: [...ownSources, ...stripeHosts.frame] }),
    connectSrc: [...ownSources, ...mapSources, ...(stripeHosts?.connect ?? [])],
    imgSrc: [...ownSources, 'data:', 'blob:', ...mapSources],
    styleSrc: [...ownSources, ...inlineHashes.style],
    fontSrc: ownSources,
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: isHttps ? [] : null,
    // Chrome ignores `report-uri` if there is a `report-to`, which works only over https.
    reportUri: [browserReportRoutes.reportCspViolations.path],
    ...(isHttps && { reportTo: [REPORT_GROUP] }),
  };
  return { contentSecurityPolicy: { directives }, strictTransportSecurity: isHttps };
};

/** API responses are not pages: browsers run nothing in them, and other sites cannot embed them. */
const dataOptions = ({ PUBLIC_URL }: Config): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: PUBLIC_URL.startsWith('https:'),
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** The headers that helmet sets, by name. */
const headersOf = (options: HelmetOptions): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
};

/** The default for every response, because any response may contain personal data. */
export const PERSONAL_CACHING = 'private, no-cache';

/**
 * Sets security headers, which are computed once per kind of response, and prevents shared caches
 * from storing a response unless it allows that.
 */
export const securityHeaders = (config: Config): RequestHandler => {
  const pageHtml = config.STATIC_FOLDER
    ? readFileSync(join(config.STATIC_FOLDER, 'index.html'), 'utf8')
    : '';
  const inlineHashes = inlineSources(pageHtml);
  const pageHeaders = headersOf(pageOptions(config, inlineHashes));
  const checkoutHeaders = headersOf(pageOptions(config, inlineHashes, stripeSources(config)));
  const dataHeaders = headersOf(dataOptions(config));
  const headersAt = (path: string) => {
    if (!isPage(path)) return dataHeaders;
    return isCheckout(path) ? checkoutHeaders : pageHeaders;
  };
  return ({ path }: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of headersAt(path)) response.setHeader(name, value);
    if (isPage(path))
      for (const [name, value] of Object.entries(moreHeaders)) response.setHeader(name, value);
    response.setHeader('Cache-Control', PERSONAL_CACHING);
    next();
  };
};
