const { COURTLY_MAILS } = process.env;

/** Whether what this Courtly writes to people can be read: `npm run test:journeys` sees to it. */
export const canReadMails = Boolean(COURTLY_MAILS);

/** The mails to somebody, the newest first. */
const mailsTo = async (email: string): Promise<string[]> => {
  const mails = await (await fetch(COURTLY_MAILS!)).text();
  return mails.split('<article>').filter((mail) => mail.includes(`To ${email},`));
};

/** What the mails to somebody are about, the newest first. */
export const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map((mail) => /<h2>(.*?)<\/h2>/.exec(mail)![1]!);

/** The link to a page in the newest mail to somebody that has one, as a path; empty until there is one. */
export const linkIn = async (email: string, page: string): Promise<string> => {
  const links = (await mailsTo(email)).map(
    (mail) => new RegExp(`${page}(\\?token=|/)[\\w.-]+`).exec(mail)?.[0],
  );
  return links.find(Boolean) ?? '';
};
