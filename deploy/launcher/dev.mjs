import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { claimPort } from './ports.mjs';
import { parseJson, readyLine } from './readiness.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './setup.mjs';
import { supervise } from './supervise.mjs';
import { projects } from './swc-build.mjs';

const WEBSITE_PORT = 5173;
const SETTLED_MS = 400;

/** @typedef {import('./supervise.mjs').Supervised} Supervised */

/**
 * Serves the website from its sources, with hot reload; calls of the API go on to the application.
 * @param {number} apiPort
 * @param {(message: string) => void} say
 * @param {Supervised[]} running receives what has been started
 * @returns {Promise<string | undefined>} the address to open
 */
export async function startWebsite(apiPort, say, running) {
  if (!existsSync(join(root, 'frontend', 'index.html'))) return undefined;
  const port = await claimPort(WEBSITE_PORT).catch((error) => {
    if (error instanceof Refusal) return claimPort(0);
    throw error;
  });
  const server = {
    name: 'website',
    file: process.execPath,
    args: [join(import.meta.dirname, 'website.mjs'), String(port), String(apiPort)],
    onLine: (/** @type {string} */ line) => parseJson(line)?.ready || say(line),
    /** @type {import('./supervise.mjs').Service['ready']} */
    ready: async (child, signal) => void (await readyLine(child, signal)),
  };
  running.push(await supervise(server, say));
  return `http://localhost:${port}`;
}

/**
 * Compiles the server whenever its sources change, and starts the application again when the compiler has written.
 * @param {(message: string) => void} say
 * @param {Supervised[]} application the compiler joins them, so that it stops with them
 */
export async function watchSources(say, application) {
  const restarted = application.filter(({ name }) => name !== 'website');
  const compiler = {
    name: 'tsc',
    file: join(root, 'node_modules', '.bin', 'tsc'),
    args: [
      '-b',
      '--watch',
      '--preserveWatchOutput',
      ...projects.map(({ folder }) => join(root, folder)),
    ],
    onLine: say,
    ready: async () => {},
  };
  application.push(await supervise(compiler, say));
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  for (const project of ['contracts', 'backend'])
    watch(join(root, project, 'dist'), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.js')) return;
      clearTimeout(settled);
      settled = setTimeout(() => {
        say('The sources changed: starting the application again.');
        for (const part of restarted) part.restart();
      }, SETTLED_MS);
    });
}
