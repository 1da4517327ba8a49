import type { BrowserContext } from '@playwright/test';

/** Error texts of each browser engine for aborted and failed requests. */
const reasons: Record<string, string> = {
  'net::ERR_ABORTED': 'aborted',
  'net::ERR_FAILED': 'failed',
  'net::ERR_INTERNET_DISCONNECTED': 'offline',
  'net::ERR_NETWORK_CHANGED': 'offline',
  NS_BINDING_ABORTED: 'aborted',
  NS_ERROR_OFFLINE: 'offline',
};

/**
 * Errors that are not ours: Firefox reports an interrupted event stream when it navigates, and the
 * style that Playwright adds for screenshots.
 */
const notOurs =
  /^The connection to .*\/api\/stream\?.* was interrupted while|sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/;

/** Requests to the Stripe stand-in and its hosted pages. */
const payment = /^http:\/\/127\.0\.0\.1:\d+\/(?:v1\/payment_intents|hosted)\//;

/**
 * Records every problem while pages are used: console errors, failed or rejected requests, and
 * requests to other hosts.
 */
export const watchErrors = (context: BrowserContext, origin: string, troubles: string[]): void => {
  const where = (url: string) =>
    url.startsWith(origin) ? url.slice(origin.length).replace(/\?.*/, '') : url;
  context.on('weberror', (webError) => {
    const { message, stack } = webError.error();
    if (!notOurs.test(message)) troubles.push(`error: ${stack ?? message}`);
  });
  context.on('console', (message) => {
    // Rejected requests are reported below with their URL.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`console: ${message.text()} at ${where(message.location().url)}`);
  });
  context.on('request', (request) => {
    if (
      !request.url().startsWith(`${origin}/`) &&
      !/^(data|blob):/.test(request.url()) &&
      !payment.test(request.url())
    )
      troubles.push(`another host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()} ${response.request().method()} ${where(response.url())}`);
  });
  context.on('requestfailed', (request) => {
    // Pages abort requests themselves on navigation.
    const words = request.failure()?.errorText ?? '';
    const reason = reasons[words] ?? words;
    if (reason !== 'aborted')
      troubles.push(`${reason} ${request.method()} ${where(request.url())}`);
  });
};
