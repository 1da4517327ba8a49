import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { findOrInstall } from './debian.ts';

const out = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Searches for Firefox. Commands that start with `failing` fail. */
const findFirefox = async (userId: number, failing?: string, hasApt = true) => {
  const commands: string[] = [];
  const isInstalled = () => commands.some((command) => command.includes(' install '));
  const program = findOrInstall(
    out,
    {
      find: () => (isInstalled() ? '/usr/bin/firefox-esr' : undefined),
      packages: ['firefox-esr', 'xvfb'],
      advice: 'This needs Firefox.',
    },
    {
      hasApt,
      userId,
      run: async (file, args) => {
        const command = [file, ...args].join(' ');
        commands.push(command);
        const isFailing = failing !== undefined && command.startsWith(failing);
        return { code: isFailing ? 1 : 0, lines: ['E: output of apt-get'] };
      },
    },
  );
  const result = await program.catch((error: Error) => error.message);
  return { result, commands };
};

const apt = 'env DEBIAN_FRONTEND=noninteractive apt-get';
const installation = `${apt} install -q -y -o DPkg::Lock::Timeout=120 --no-install-recommends firefox-esr xvfb`;

describe('a missing program', () => {
  it('is installed directly by root', async () =>
    expect(await findFirefox(0)).toEqual({
      result: '/usr/bin/firefox-esr',
      commands: [`${apt} update -q`, installation],
    }));

  it('is installed with sudo if sudo needs no password', async () =>
    expect(await findFirefox(1_000)).toEqual({
      result: '/usr/bin/firefox-esr',
      commands: ['sudo -n true', `sudo -n ${apt} update -q`, `sudo -n ${installation}`],
    }));

  it('is not installed without sudo, and the error names the command to run', async () =>
    expect(await findFirefox(1_000, 'sudo')).toEqual({
      result: 'This needs Firefox. On Debian, run `sudo apt-get install firefox-esr xvfb`.',
      commands: ['sudo -n true'],
    }));

  it('is not installed on a system without apt-get', async () =>
    expect(await findFirefox(0, undefined, false)).toEqual({
      result: 'This needs Firefox.',
      commands: [],
    }));

  it('causes an error with the output of apt-get if its installation fails', async () => {
    const { result } = await findFirefox(0, `${apt} install`);
    expect(result).toBe('Installing firefox-esr, xvfb failed:\nE: output of apt-get');
  });
});
