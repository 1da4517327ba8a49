const { COURTLY_MAILS } = process.env;

/** Whether this Courtly's emails can be read. `npm run test:journeys` makes that possible. */
export const canReadMails = Boolean(COURTLY_MAILS);

/** The emails to an address, newest first. */
const mailsTo = async (email: string): Promise<string[]> => {
  const mails = await (await fetch(COURTLY_MAILS!)).text();
  return mails.split('<article>').filter((mail) => mail.includes(`To ${email},`));
};

/** Restores apostrophes, which the page escapes. */
const withApostrophes = (html: string): string => html.replaceAll('&#39;', "'");

/** The subjects of the emails to an address, newest first. */
export const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map((mail) => withApostrophes(/<h2>(.*?)<\/h2>/.exec(mail)![1]!));

/**
 * The path of the link to a page, from the newest email that has such a link; empty if there is
 * none yet.
 */
export const linkIn = async (email: string, page: string): Promise<string> => {
  const links = (await mailsTo(email)).map(
    (mail) => new RegExp(`${page}(\\?token=|/|#)[\\w.-]+`).exec(mail)?.[0],
  );
  return links.find(Boolean) ?? '';
};
