import { cleaned } from '@courtly/contracts/text';
import { escapeHtml } from '../http/escaped.js';
import type { UnsubscribeLinks } from './email-preferences.js';

export type EmailLink = Readonly<{ words: string; address: string }>;

/** The sentences and links of an email. Sentences may contain what people typed. */
type EmailContent = Readonly<{
  to: string;
  subject: string;
  parts: readonly (string | EmailLink)[];
  /** Mail clients may post to this URL (RFC 8058). */
  unsubscribe?: string;
  /** The recipient asked for this email, so it is tried even if earlier ones bounced. */
  isRequested?: boolean;
}>;

declare const composed: unique symbol;

/** An email to one user, whose sentences are single lines without links. */
export type Email = EmailContent & Readonly<{ [composed]: true }>;

const REMOVED_LINK = '(link removed)';
const LINKS =
  /[\p{L}][\p{L}\p{N}+.-]{0,20}:\/\/[^\s]*|\b(?:mailto|tel|sms):[^\s]+|\bwww\.[^\s]+/giu;
/** Mail clients turn domain names into links. A space after the dot prevents that. */
const DOMAIN_DOTS = /(?<=[\p{L}\p{N}-]{1,63})[.\u3002\uFF0E\uFF61](?=\p{L}{2})/gu;

/** One line in which mail clients find no link. */
const plainLine = (text: string): string =>
  cleaned(text).replace(LINKS, REMOVED_LINK).replace(DOMAIN_DOTS, '. ');

/**
 * The only way to make an email. Links exist only as parts, so nothing that people typed can become
 * a link or look like a separate paragraph.
 */
export const composeEmail = (content: EmailContent): Email => {
  const plainContent: EmailContent = {
    ...content,
    subject: plainLine(content.subject),
    parts: content.parts.map((part) => (typeof part === 'string' ? plainLine(part) : part)),
  };
  return plainContent as Email;
};

/**
 * An email to an address that someone else may have typed. It names no one as the recipient and
 * ends with the link that stops all such emails.
 */
export const composeStrangerEmail = (
  { parts, ...content }: Omit<EmailContent, 'unsubscribe'>,
  refusalLinks: UnsubscribeLinks,
): Email =>
  composeEmail({
    ...content,
    parts: ['Hello,', ...parts, { words: 'Never email me', address: refusalLinks.page }],
    unsubscribe: refusalLinks.oneClick,
  });

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
