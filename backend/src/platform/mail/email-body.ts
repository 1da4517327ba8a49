import { escapeHtml } from '../http/escaped.js';

export type EmailLink = Readonly<{ words: string; address: string }>;

/**
 * An email to one user. Its sentences and links render as text and HTML. Mail clients may post to
 * `unsubscribe` (RFC 8058).
 */
export type Email = Readonly<{
  to: string;
  subject: string;
  parts: readonly (string | EmailLink)[];
  unsubscribe?: string;
}>;

export const renderText = ({ parts }: Email): string =>
  `${parts.map((part) => (typeof part === 'string' ? part : `${part.words}:\n${part.address}`)).join('\n\n')}\n`;

/** Renders an email as HTML and escapes user-supplied text. */
export const renderHtml = ({ subject, parts }: Email): string => {
  const paragraphs = parts.map((part) =>
    typeof part === 'string'
      ? `<p>${escapeHtml(part)}</p>`
      : `<p><a href="${escapeHtml(part.address)}">${escapeHtml(part.words)}</a></p>`,
  );
  const headHtml = `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
  const bodyHtml = `<body style="font: 16px/1.5 sans-serif; max-width: 36em">${paragraphs.join('')}</body>`;
  return `<!doctype html><html lang="en">${headHtml}${bodyHtml}</html>`;
};
