import { createHash } from 'node:crypto';

const sourcesOf = (html: string, element: 'script' | 'style'): string[] =>
  html
    .split(`<${element}>`)
    .slice(1)
    .map((rest) => rest.split(`</${element}>`, 1)[0]!)
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/**
 * What stands in the built page itself, as a Content-Security-Policy allows it (CSP Level 3, hash-source): nothing else that is
 * written into a page runs or styles it.
 */
export const inlineSources = (html: string): Readonly<{ script: string[]; style: string[] }> => ({
  script: sourcesOf(html, 'script'),
  style: sourcesOf(html, 'style'),
});
