import { createHash } from 'node:crypto';

const sourcesOf = (pageHtml: string, elementName: 'script' | 'style'): string[] =>
  pageHtml
    .split(`<${elementName}>`)
    .slice(1)
    .map((afterTag) => afterTag.split(`</${elementName}>`, 1)[0]!)
    .map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);

/**
 * Hashes a page's inline scripts and styles for its Content-Security-Policy, which blocks all
 * others (CSP Level 3, hash-source).
 */
export const inlineSources = (
  pageHtml: string,
): Readonly<{ script: string[]; style: string[] }> => ({
  script: sourcesOf(pageHtml, 'script'),
  style: sourcesOf(pageHtml, 'style'),
});
