import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { eventually } from './stores.js';

/** A mail server for one test file. */
export const startMailbox = async () => {
  const mails: (ParsedMail & { recipient: string })[] = [];
  /** Errors for the next emails. */
  const refusals: Error[] = [];
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
          const refusal = refusals.shift();
          if (refusal) return onReceived(refusal);
          mails.push({ ...mail, recipient: envelope.rcptTo[0]!.address });
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
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to,
    /** Refuses the next email, for now (450) or permanently (554). */
    refuse: (answer: string, responseCode: 450 | 554 = 450) =>
      void refusals.push(Object.assign(new Error(answer), { responseCode })),
    /** Refuses all emails to an address, with an enhanced status code (RFC 3463). */
    refuseAddress: (address: string, answer: string) => void addressAnswers.set(address, answer),
    /** Waits for a number of emails to a recipient. */
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
