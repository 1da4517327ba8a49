import { escaped } from '../http/escaped.js';

/** A link of a letter: what it says, and where it leads. */
export type EmailLink = Readonly<{ words: string; address: string }>;

/**
 * A mail to one person, as plain sentences and links: its text and its HTML are made from the same parts. `unsubscribe` is the
 * address to which a mail program may post by itself, so that no more of its kind come (RFC 8058).
 */
export type Email = Readonly<{
  to: string;
  subject: string;
  parts: readonly (string | EmailLink)[];
  unsubscribe?: string;
}>;

/** For programs that show no HTML, and for people who want none. */
export const asText = ({ parts }: Email): string =>
  `${parts.map((part) => (typeof part === 'string' ? part : `${part.words}:\n${part.address}`)).join('\n\n')}\n`;

/** Whatever a person calls themselves stays text. */
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
