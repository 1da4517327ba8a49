import type { BrowserContext } from '@playwright/test';

/** What each engine calls the ways in which a request ends early. */
const reasons: Record<string, string> = {
  'net::ERR_ABORTED': 'aborted',
  'net::ERR_FAILED': 'failed',
  'net::ERR_INTERNET_DISCONNECTED': 'offline',
  'net::ERR_NETWORK_CHANGED': 'offline',
  NS_BINDING_ABORTED: 'aborted',
  NS_ERROR_OFFLINE: 'offline',
};

/** What Firefox takes for an error: a page that is left while it hears of changes, and the picture that Playwright takes of it. */
const notOurs =
  /^The connection to .*\/api\/stream\?.* was interrupted while|sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/;

/** The server that stands in for Stripe: what the page of checkout asks it, and its own pages. */
const payment = /^http:\/\/127\.0\.0\.1:\d+\/(?:v1\/payment_intents|hosted)\//;

/**
 * Writes down everything that should not happen while somebody uses the pages: an error in the console, a request that fails
 * or is refused, a request to another host.
 */
export const watch = (context: BrowserContext, origin: string, troubles: string[]): void => {
  const where = (url: string) =>
    url.startsWith(origin) ? url.slice(origin.length).replace(/\?.*/, '') : url;
  context.on('weberror', (webError) => {
    const { message, stack } = webError.error();
    if (!notOurs.test(message)) troubles.push(`error: ${stack ?? message}`);
  });
  context.on('console', (message) => {
    // A refused request is reported below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`console: ${message.text()}`);
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
    // Aborted is what a page does itself: it was left, or what it asked for is no longer shown.
    const words = request.failure()?.errorText ?? '';
    const reason = reasons[words] ?? words;
    if (reason !== 'aborted')
      troubles.push(`${reason} ${request.method()} ${where(request.url())}`);
  });
};
