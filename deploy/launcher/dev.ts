import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.mjs';
import { claimPort } from './ports.ts';
import type { Report } from './progress.mjs';
import { parseJson, readyLine } from './readiness.ts';
import { root } from './setup.mjs';
import { supervise, type Service, type Supervised } from './supervise.ts';
import { projects } from './swc-build.ts';

const WEBSITE_PORT = 5173;
const SETTLED_MS = 400;

/**
 * Serves the website from its sources with hot reload, and forwards API requests.
 * @param running receives the started process
 * @returns the address to open
 */
export async function startWebsite(
  apiPort: number,
  report: Report,
  running: Supervised[],
): Promise<string | undefined> {
  if (!existsSync(join(root, 'frontend', 'index.html'))) return undefined;
  const port = await claimPort(WEBSITE_PORT).catch((error) => {
    if (error instanceof CliError) return claimPort(0);
    throw error;
  });
  const service: Service = {
    name: 'website',
    file: process.execPath,
    args: [join(import.meta.dirname, 'website.ts'), String(port), String(apiPort)],
    onLine: (line) => parseJson(line)?.ready || report(line),
    ready: async (child, signal) => void (await readyLine(child, signal)),
  };
  running.push(await supervise(service, report));
  return `http://localhost:${port}`;
}

/**
 * Compiles the server whenever its sources change, and then restarts the application.
 * @param running the application's processes; receives the compiler
 */
export async function watchSources(report: Report, running: Supervised[]): Promise<void> {
  const serverProcesses = running.filter(({ name }) => name !== 'website');
  const projectFolders = projects.map(({ folder }) => join(root, folder));
  const compiler: Service = {
    name: 'tsc',
    file: join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    args: ['-b', '--watch', '--preserveWatchOutput', ...projectFolders],
    onLine: report,
    ready: async () => {},
  };
  running.push(await supervise(compiler, report));
  let restartTimer: NodeJS.Timeout | undefined;
  const restart = () => {
    report('Sources changed: restarting the application.');
    for (const serverProcess of serverProcesses) serverProcess.restart();
  };
  for (const project of ['contracts', 'backend'])
    watch(join(root, project, 'dist'), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.js')) return;
      clearTimeout(restartTimer);
      restartTimer = setTimeout(restart, SETTLED_MS);
    });
}
