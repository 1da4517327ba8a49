import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './children.mjs';
import { root } from './setup.mjs';
import { tallyTests, type Tally } from './tally.ts';

const toolFolder = join(root, 'node_modules', '.bin');

/** Runs tools one after another. Together, they count as one check. */
export async function runChecks(
  out: NodeJS.WritableStream,
  ...commands: readonly (readonly [string, ...string[]])[]
): Promise<Tally> {
  let failed = 0;
  for (const [tool, ...args] of commands) {
    const { code } = await run(join(toolFolder, tool), args, { cwd: root, ...outputOptions(out) });
    if (code !== 0) failed = 1;
  }
  return { passed: 1 - failed, failed, skipped: 0 };
}

/** Runs projects of jest.config.js. */
export async function runJest(
  projects: readonly string[],
  args: readonly string[],
  out: NodeJS.WritableStream,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'courtly-test-'));
  const reportFile = join(folder, 'report.json');
  try {
    const flags = [
      '--disable-warning=ExperimentalWarning',
      ...(projects.includes('website-isolated') ? ['--experimental-vm-modules'] : []),
      'node_modules/jest/bin/jest.js',
    ];
    const options = [
      '--selectProjects',
      ...projects,
      '--json',
      '--outputFile',
      reportFile,
      '--passWithNoTests',
    ];
    const { code } = await run(process.execPath, [...flags, ...options, ...args], {
      cwd: root,
      env,
      ...outputOptions(out),
    });
    const report = existsSync(reportFile)
      ? JSON.parse(readFileSync(reportFile, 'utf8'))
      : undefined;
    return tallyTests(report, code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lets a tool print directly to the terminal, or line by line to the output of its layer. */
const outputOptions = (
  out: NodeJS.WritableStream,
): { inherit: 'output' } | { onLine: (line: string) => void } =>
  out === process.stdout
    ? { inherit: 'output' }
    : { onLine: (line) => void out.write(`${line}\n`) };
