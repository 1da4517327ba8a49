import { type Courtly, startCourtly } from './courtly.js';
import { type Mailbox, startMailbox } from './mailbox.js';

export type MailedCourtly = Readonly<{
  courtly: Courtly;
  mailbox: Mailbox;
  stop(): Promise<void>;
}>;

/** A Courtly with the open policy. Its emails, with links to courtly.example, reach a mailbox. */
export const startMailedCourtly = async (
  environment: Record<string, string> = {},
): Promise<MailedCourtly> => {
  const mailbox = await startMailbox();
  const courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
    POLICY_FILE: 'deploy/policies/open.json',
    ...environment,
  });
  return {
    courtly,
    mailbox,
    async stop() {
      await courtly.stop();
      await mailbox.stop();
    },
  };
};
