import { escapeHtml } from '@courtly/backend/platform/http/escaped';
import { renderEmail } from '@courtly/backend/platform/mail/email-layout';
import { emailExamples } from './examples.js';

const sender = {
  publicUrl: 'https://courtly.example',
  seller: 'Courtly, Inc.\n1 Main St\nPhoenix',
};
/** The widths of a phone and of a desktop reader, in pixels. */
const WIDTHS = [360, 640];

/** The theme of the reader, regardless of the browser's. */
const inTheme = (html: string, theme: 'light' | 'dark'): string =>
  html.replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all');

const frame = (title: string, html: string, width: number): string =>
  `<iframe title="${escapeHtml(title)}" sandbox loading="lazy" style="width: ${width}px" srcdoc="${escapeHtml(html)}"></iframe>`;

/** A page with every email, in both themes, as wide as a phone and as a desktop reader. */
export const previewPage = (): string => {
  const articles = [...emailExamples()].map(([name, email]) => {
    const { subject, text, html } = renderEmail(email, sender);
    const frames = (['light', 'dark'] as const).flatMap((theme) =>
      WIDTHS.map((width) => frame(`${name}, ${theme}, ${width}`, inTheme(html, theme), width)),
    );
    return `<article><h2>${escapeHtml(name)}</h2><p>${escapeHtml(subject)}</p><div>${frames.join('')}</div><details><summary>Plain text</summary><pre>${escapeHtml(text)}</pre></details></article>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>All emails</title>
<style>body { font: 16px/1.5 sans-serif; margin: 2em } article > div { display: flex; gap: 1em; overflow-x: auto } iframe { flex: none; height: 44em; border: 1px solid #888 } pre { white-space: pre-wrap }</style></head>
<body><h1>All emails</h1>${articles.join('')}</body>
</html>
`;
};
