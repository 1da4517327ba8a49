import { cleaned } from '@courtly/contracts/text';
import type { UnsubscribeLinks } from './email-preferences.js';

export type EmailLink = Readonly<{ words: string; address: string }>;

/** Labeled values, such as the time and the address of a booking. */
export type EmailFacts = Readonly<{ facts: readonly (readonly [label: string, value: string])[] }>;

export type EmailPart = string | EmailFacts | EmailLink;

/** A calendar file (RFC 5546) that adds an event to the recipient's calendar, or removes it. */
export type EmailCalendar = Readonly<{ method: 'REQUEST' | 'CANCEL'; content: string }>;

/**
 * The sentences, values, and links of an email. Sentences and values may contain what people typed.
 * HTML shows the first link as a button.
 */
type EmailContent = Readonly<{
  to: string;
  subject: string;
  parts: readonly EmailPart[];
  /** In the footer. Mail clients may post to `oneClick` (RFC 8058). */
  unsubscribe?: UnsubscribeLinks & Readonly<{ words: string }>;
  calendar?: EmailCalendar;
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

const plainPart = (part: EmailPart): EmailPart => {
  if (typeof part === 'string') return plainLine(part);
  return 'facts' in part
    ? { facts: part.facts.map(([label, value]) => [label, plainLine(value)] as const) }
    : part;
};

/**
 * The only way to make an email. Links exist only as parts, so nothing that people typed can become
 * a link or look like a separate paragraph.
 */
export const composeEmail = (content: EmailContent): Email => {
  const plainContent: EmailContent = {
    ...content,
    subject: plainLine(content.subject),
    parts: content.parts.map(plainPart),
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
    parts: ['Hello,', ...parts],
    unsubscribe: { words: 'Never email me', ...refusalLinks },
  });

const partText = (part: EmailPart): string => {
  if (typeof part === 'string') return part;
  return 'facts' in part
    ? part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    : `${part.words}:\n${part.address}`;
};

/** The plain text of an email, with the same content as its HTML. */
export const renderText = ({ parts, unsubscribe }: Email): string =>
  `${[...parts, ...(unsubscribe ? [{ words: unsubscribe.words, address: unsubscribe.page }] : [])]
    .map(partText)
    .join('\n\n')}\n`;
