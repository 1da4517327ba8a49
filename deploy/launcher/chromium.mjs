import { existsSync } from 'node:fs';
import { run } from './children.mjs';
import { step } from './progress.mjs';
import { onPath } from './redis.mjs';
import { Refusal } from './refusal.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onThisPath = () => names.map(onPath).find((file) => file !== undefined);

/** The browser that `npx playwright install chromium` has fetched, if somebody ran that. */
async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

/**
 * The Chromium of this machine; Debian's is installed where there is none and that is allowed.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string>} the path of its program
 * @throws {Refusal} saying what to install
 */
export async function findChromium(out) {
  const found = onThisPath() ?? (await playwrights());
  if (found) return found;
  const advice = 'This needs a browser: install chromium, or run `npx playwright install chromium`.';
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Refusal(advice);
  await step(out, "Installing Debian's chromium (apt-get)", aptInstall);
  const installed = onThisPath();
  if (!installed) throw new Refusal(advice);
  return installed;
}

async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const patience = ['-o', 'DPkg::Lock::Timeout=120'];
  const { code, lines } = await run(
    'apt-get',
    ['install', '-q', '-y', ...patience, '--no-install-recommends', 'chromium'],
    { env },
  );
  if (code !== 0) throw new Refusal(`Installing chromium failed:\n${lines.join('\n')}`);
}
