import type { BrowserContext } from '@playwright/test';

/**
 * Writes down everything that should not happen while somebody uses the pages: an error in the console, a request that fails
 * or is refused, a request to another host.
 */
export const watch = (context: BrowserContext, origin: string, troubles: string[]): void => {
  const where = (url: string) => (url.startsWith(origin) ? url.slice(origin.length).replace(/\?.*/, '') : url);
  context.on('weberror', (error) => troubles.push(`error: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    // A refused request is reported below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      troubles.push(`another host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()} ${response.request().method()} ${where(response.url())}`);
  });
  context.on('requestfailed', (request) => {
    // Aborted is what a page does itself: it was left, or what it asked for is no longer shown.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') troubles.push(`${reason} ${request.method()} ${where(request.url())}`);
  });
};
