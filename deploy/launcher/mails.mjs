import { join } from 'node:path';
import { claimPort } from './ports.mjs';
import { parseJson, readyLine } from './readiness.mjs';
import { supervise } from './supervise.mjs';

/** @typedef {{ smtp: string, page: string }} Mails where mails are sent to, and where they can be read */

/**
 * Starts a server that takes every mail and shows the last hundred of this run.
 * @param {(message: string) => void} say
 * @param {import('./supervise.mjs').Supervised[]} running receives what has been started
 * @returns {Promise<Mails>}
 */
export async function startMails(say, running) {
  const smtpPort = await claimPort(0);
  const pagePort = await claimPort(0);
  const server = {
    name: 'mail',
    file: process.execPath,
    args: [join(import.meta.dirname, 'mail-server.mjs'), String(smtpPort), String(pagePort)],
    onLine: (/** @type {string} */ line) => parseJson(line)?.ready || say(line),
    /** @type {import('./supervise.mjs').Service['ready']} */
    ready: async (child, signal) => void (await readyLine(child, signal)),
  };
  running.push(await supervise(server, say));
  return { smtp: `smtp://127.0.0.1:${smtpPort}`, page: `http://localhost:${pagePort}` };
}
