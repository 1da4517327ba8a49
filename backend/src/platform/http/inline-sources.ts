import { createHash } from 'node:crypto';

const sourcesOf = (html: string, element: 'script' | 'style'): string[] =>
  html
    .split(`<${element}>`)
    .slice(1)
    .map((rest) => rest.split(`</${element}>`, 1)[0]!)
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/**
 * The hashes of a page's inline scripts and styles for its Content-Security-Policy (CSP Level 3,
 * hash-source), which blocks all others.
 */
export const inlineSources = (html: string): Readonly<{ script: string[]; style: string[] }> => ({
  script: sourcesOf(html, 'script'),
  style: sourcesOf(html, 'style'),
});
