const MOST = 100;

/** @typedef {{ to: string, subject: string, text: string, at: string }} Mail `at`: when it came, UTC */

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Addresses of the website can be followed; they hold nothing that was escaped. @param {string} text */
const withLinks = (text) =>
  escaped(text).replace(
    /https?:\/\/[\w:/?=.%-]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );

/** @param {Mail} mail */
const entry = ({ to, subject, text, at }) =>
  `<article><h2>${escaped(subject)}</h2><p>To ${escaped(to)}, ${escaped(at)}</p><pre>${withLinks(text)}</pre></article>`;

/**
 * The mails with one more, the newest first: a hundred at most.
 * @template T
 * @param {readonly T[]} mails
 * @param {T} mail
 */
export const withMail = (mails, mail) => [mail, ...mails].slice(0, MOST);

/**
 * A page that shows mails, and whatever stands in them as text.
 * @param {readonly Mail[]} mails
 */
export const mailPage = (mails) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails of this run</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em } pre { white-space: pre-wrap }</style></head>
<body><h1>Mails of this run</h1>${mails.map(entry).join('') || '<p>None so far.</p>'}</body>
</html>
`;
