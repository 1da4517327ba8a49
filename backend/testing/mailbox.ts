import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { eventually } from './stores.js';

/** Every registration and verification sends one, but only tests of verification read them. */
const VERIFICATION_SUBJECT = 'Verify your email for Courtly';
const WELCOME_SUBJECT = 'Welcome to Courtly';

/** A mail server for one test file. Verification emails are kept separately and never refused. */
export const startMailbox = async () => {
  const mails: (ParsedMail & { recipient: string })[] = [];
  const verifications: typeof mails = [];
  const welcomes: typeof mails = [];
  /** Errors for the next emails. */
  const refusals: Error[] = [];
  let lastingRefusal: Error | null = null;
  const addressAnswers = new Map<string, string>();
  const open = async (port: number) => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, onAnswer) {
        const answer = addressAnswers.get(address);
        if (answer) onAnswer(Object.assign(new Error(answer), { responseCode: 550 }));
        else onAnswer();
      },
      onData(stream, { envelope }, onReceived) {
        simpleParser(stream).then((mail) => {
          const isVerification = mail.subject === VERIFICATION_SUBJECT;
          const isWelcome = mail.subject === WELCOME_SUBJECT;
          const refusal = isVerification || isWelcome ? null : (lastingRefusal ?? refusals.shift());
          if (refusal) return onReceived(refusal);
          const recipient = envelope.rcptTo[0]!.address;
          const received = isWelcome ? welcomes : isVerification ? verifications : mails;
          received.push({ ...mail, recipient });
          onReceived();
        }, onReceived);
      },
    });
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  let server = await open(0);
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => server.close(closed));
  const to = (recipient: string) => mails.filter((mail) => mail.recipient === recipient);
  const verificationsTo = (address: string) =>
    verifications.filter(({ recipient }) => recipient === address);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to,
    welcomesTo: (address: string) => welcomes.filter(({ recipient }) => recipient === address),
    verificationsTo,
    /**
     * Waits until this many verification emails have reached a recipient, and returns the latest.
     */
    verification: (address: string, count = 1) =>
      eventually(`${count} verification emails arrive`, async () =>
        verificationsTo(address).length >= count ? verificationsTo(address).at(-1) : undefined,
      ),
    /** Refuses the next email, either temporarily (450) or permanently (554). */
    refuse: (answer: string, responseCode: 450 | 554 = 450) =>
      void refusals.push(Object.assign(new Error(answer), { responseCode })),
    /** Rejects all emails with a permanent error (554) until `acceptAll` is called. */
    refuseAll: (answer: string) =>
      void (lastingRefusal = Object.assign(new Error(answer), { responseCode: 554 })),
    acceptAll: () => void (lastingRefusal = null),
    /** Refuses all emails to an address with an enhanced status code (RFC 3463). */
    refuseAddress: (address: string, answer: string) => void addressAnswers.set(address, answer),
    acceptAddress: (address: string) => void addressAnswers.delete(address),
    /** Waits until this many emails have reached a recipient. */
    arrived: (recipient: string, count = 1) =>
      eventually(
        `${count} emails arrive`,
        async () => to(recipient).length >= count && to(recipient),
      ),
    leave: close,
    comeBack: async () => void (server = await open(port)),
    stop: close,
  };
};

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
