import { escaped } from '../http/escaped.js';

/** A link with its label and address. */
export type EmailLink = Readonly<{ words: string; address: string }>;

/**
 * An email to one user, in sentences and links that render as text and HTML. Mail clients may post
 * to `unsubscribe` (RFC 8058).
 */
export type Email = Readonly<{
  to: string;
  subject: string;
  parts: readonly (string | EmailLink)[];
  unsubscribe?: string;
}>;

export const asText = ({ parts }: Email): string =>
  `${parts.map((part) => (typeof part === 'string' ? part : `${part.words}:\n${part.address}`)).join('\n\n')}\n`;

/** Escapes user-supplied text. */
export const asHtml = ({ subject, parts }: Email): string => {
  const paragraphs = parts.map((part) =>
    typeof part === 'string'
      ? `<p>${escaped(part)}</p>`
      : `<p><a href="${escaped(part.address)}">${escaped(part.words)}</a></p>`,
  );
  const head = `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`;
  const body = `<body style="font: 16px/1.5 sans-serif; max-width: 36em">${paragraphs.join('')}</body>`;
  return `<!doctype html><html lang="en">${head}${body}</html>`;
};
