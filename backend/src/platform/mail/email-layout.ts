import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, type ReactNode, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Email, type EmailFacts, type EmailLink, renderText } from './email-body.js';

/** `seller` is the name and address of Courtly's company, one line per part. */
export type EmailSender = Readonly<{ publicUrl: string; seller: string }>;

export type RenderedEmail = Readonly<{ subject: string; text: string; html: string }>;

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const SANS = "'Source Sans 3', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";
/** Inboxes cut longer subjects, which only a long name causes. */
const SUBJECT_LENGTH = 59;
const PREVIEW_LENGTH = 110;

/** Cuts between code points, so no emoji is broken. */
const shortened = (text: string, mostCharacters: number): string => {
  const characters = [...text];
  return characters.length > mostCharacters
    ? `${characters
        .slice(0, mostCharacters - 1)
        .join('')
        .trimEnd()}…`
    : text;
};

/** The colors of the website in light mode. Mail clients ignore custom properties. */
const styles = {
  body: { backgroundColor: '#f8f4ea', color: '#1c2822', fontFamily: SANS, margin: 0, padding: 0 },
  page: { maxWidth: 560, padding: '24px 12px' },
  brand: { fontFamily: SERIF, fontSize: 22, color: '#17382c', textDecoration: 'none' },
  card: {
    backgroundColor: '#fdfbf5',
    border: '1px solid #ddd3bf',
    borderRadius: 12,
    padding: '28px 24px',
    margin: '16px 0',
  },
  heading: {
    fontFamily: SERIF,
    fontSize: 26,
    lineHeight: '32px',
    fontWeight: 500,
    color: '#17382c',
    margin: '0 0 16px',
  },
  text: { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' },
  facts: { width: '100%', borderCollapse: 'collapse', margin: '0 0 16px' },
  label: {
    color: '#58625b',
    fontSize: 15,
    lineHeight: '22px',
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
    padding: '6px 16px 6px 0',
    width: '34%',
  },
  value: { fontSize: 15, lineHeight: '22px', verticalAlign: 'top', padding: '6px 0' },
  button: {
    backgroundColor: '#17382c',
    color: '#fbf7ec',
    borderRadius: 8,
    fontSize: 16,
    fontWeight: 600,
    padding: '12px 22px',
    margin: '4px 0 16px',
  },
  link: { color: '#1f5a43', textDecoration: 'underline' },
  rule: { borderColor: '#ddd3bf', margin: '8px 0 16px' },
  small: { color: '#58625b', fontSize: 13, lineHeight: '20px', margin: '0 0 8px' },
} as const satisfies Record<string, CSSProperties>;

/** Outside `prefers-color-scheme`, clients would show these rules in light mode, too. */
const darkRules = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td {
    background-color: #0f1915 !important; color: #f1ebdc !important
  }
  .card { background-color: #16231d !important; border-color: #2b3b32 !important }
  .brand, .heading { color: #ece3cd !important }
  .quiet { color: #abb5aa !important }
  .link { color: #98c8ad !important }
  .button { background-color: #ece3cd !important; color: #14251d !important }
  .rule { border-color: #2b3b32 !important }
}`;

const factsTable = ({ facts }: EmailFacts, key: number): ReactNode =>
  h(
    'table',
    { key, style: styles.facts },
    h(
      'tbody',
      null,
      facts.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h('th', { scope: 'row', className: 'quiet', style: styles.label }, label),
          h('td', { style: styles.value }, value),
        ),
      ),
    ),
  );

const emailLink = ({ words, address }: EmailLink): ReactNode =>
  h(Link, { href: address, className: 'link', style: styles.link }, words);

const linkPart = (link: EmailLink, isFirst: boolean, key: number): ReactNode =>
  isFirst
    ? h(
        'div',
        { key },
        h(Button, { href: link.address, className: 'button', style: styles.button }, link.words),
      )
    : h(Text, { key, style: styles.text }, emailLink(link));

const contentOf = ({ parts }: Email): readonly ReactNode[] => {
  const firstLink = parts.find((part) => typeof part === 'object' && 'address' in part);
  return parts.map((part, index) => {
    if (typeof part === 'string') return h(Text, { key: index, style: styles.text }, part);
    return 'facts' in part ? factsTable(part, index) : linkPart(part, part === firstLink, index);
  });
};

/** What inboxes show next to the subject: the sentences after the greeting. */
const previewOf = ({ parts }: Email): string => {
  const sentences = parts.slice(1).filter((part) => typeof part === 'string');
  return shortened(sentences.join(' '), PREVIEW_LENGTH) || 'Courtly';
};

const footerOf = ({ unsubscribe }: Email, { seller }: EmailSender): ReactNode =>
  h(
    Section,
    null,
    h(Text, { className: 'quiet', style: styles.small }, seller.replaceAll('\n', ' · ')),
    unsubscribe &&
      h(
        Text,
        { className: 'quiet', style: styles.small },
        emailLink({ words: unsubscribe.words, address: unsubscribe.page }),
      ),
  );

const layout = (email: Email, sender: EmailSender): ReactNode =>
  h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('title', null, email.subject),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: darkRules } }),
    ),
    h(Preview, null, previewOf(email)),
    h(
      Body,
      { className: 'page', style: styles.body },
      h(
        Container,
        { style: styles.page },
        h(Link, { href: sender.publicUrl, className: 'brand', style: styles.brand }, 'Courtly'),
        h(
          Section,
          { className: 'card', style: styles.card },
          h(Heading, { as: 'h1', className: 'heading', style: styles.heading }, email.subject),
          contentOf(email),
        ),
        h(Hr, { className: 'rule', style: styles.rule }),
        footerOf(email, sender),
      ),
    ),
  );

/**
 * Renders an email as HTML and as plain text with the same content. Slices load this module only
 * to send: React takes longer to load than an email to render.
 */
export const renderEmail = (email: Email, sender: EmailSender): RenderedEmail => ({
  subject: shortened(email.subject, SUBJECT_LENGTH),
  text: `${renderText(email)}\n-- \n${sender.seller}\n${sender.publicUrl}\n`,
  html: DOCTYPE + renderToStaticMarkup(layout(email, sender)),
});
