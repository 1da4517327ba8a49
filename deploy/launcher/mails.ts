import { join } from 'node:path';
import { claimPort } from './ports.ts';
import type { Report } from './progress.mjs';
import { parseJson, readyLine } from './readiness.ts';
import { supervise, type Service, type Supervised } from './supervise.ts';

/** The address of the server that receives emails, and the URL of the page that shows them. */
export type MailAddresses = { smtp: string; page: string };

/**
 * Starts a server that accepts every email and shows the last hundred of this run.
 * @param running receives the started process
 */
export async function startMails(report: Report, running: Supervised[]): Promise<MailAddresses> {
  const smtpPort = await claimPort(0);
  const pagePort = await claimPort(0);
  const service: Service = {
    name: 'mail',
    file: process.execPath,
    args: [join(import.meta.dirname, 'mail-server.ts'), String(smtpPort), String(pagePort)],
    onLine: (line) => parseJson(line)?.ready || report(line),
    ready: async (child, signal) => void (await readyLine(child, signal)),
  };
  running.push(await supervise(service, report));
  return { smtp: `smtp://127.0.0.1:${smtpPort}`, page: `http://localhost:${pagePort}` };
}
