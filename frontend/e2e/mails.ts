const { COURTLY_MAILS } = process.env;

/** Whether what this Courtly writes to people can be read: `npm run test:journeys` sees to it. */
export const canReadMails = Boolean(COURTLY_MAILS);

/** The link to a page in the newest mail to somebody, as a path; empty until there is one. */
export const linkIn = async (email: string, page: string): Promise<string> => {
  const mails = await (await fetch(COURTLY_MAILS!)).text();
  const newest = mails.split('<article>').find((mail) => mail.includes(`To ${email},`) && mail.includes(`${page}?`));
  return new RegExp(`${page}\\?token=[\\w.-]+`).exec(newest ?? '')?.[0] ?? '';
};
