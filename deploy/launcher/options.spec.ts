import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { takeDataOption } from './operator-command.ts';
import { startOptions } from './options.mjs';

const now = Date.parse('2026-03-01T12:00:00Z');
const parse = (...args: string[]) => startOptions(args, {}, now);

describe('the options of npm start', () => {
  it('default to port 3000, the folder .courtly, the demo, and real time', () => {
    expect(parse()).toEqual({
      port: 3000,
      data: resolve('.courtly'),
      seed: true,
      club: false,
      reset: false,
      clockOffsetMs: 0,
      policy: undefined,
      dev: false,
      worker: true,
      application: true,
      help: false,
    });
  });

  it('come from the command line', () => {
    expect(
      parse(
        ...['--port', '8080', '--data=/data', '--no-seed', '--reset', '--dev', '--no-worker'],
        ...['--stores-only', '--club'],
      ),
    ).toMatchObject({
      port: 8080,
      data: '/data',
      seed: false,
      club: true,
      reset: true,
      dev: true,
      worker: false,
      application: false,
    });
  });

  it.each(['x', '-1', '65536', '1.5', ''])('reject %p as a port', (port) => {
    expect(() => parse(`--port=${port}`)).toThrow(/^--port must be a number from 0 to 65535/);
  });

  it.each([['--colour'], ['--port'], ['here'], ['--reset=yes']])(
    'reject %s in one line that names it',
    (arg) => {
      expect(() => parse(arg)).toThrow(
        new RegExp(`${arg.split('=')[0]}.*--help lists the options\\)\\.$`),
      );
    },
  );

  it('reject a missing policy file', () => {
    expect(() => parse('--policy', 'nowhere.json')).toThrow(
      '--policy: the file nowhere.json does not exist.',
    );
  });

  it('turn --now into a shift of the clock, in any time zone', () => {
    expect(parse('--now', '2026-03-08T12:00:00Z').clockOffsetMs).toBe(7 * 24 * 3_600_000);
    expect(parse('--now', '2026-03-01T05:00:00-07:00').clockOffsetMs).toBe(0);
  });

  it.each(['tomorrow', '2026-03-08', '2026-03-08T12:00:00', '2026-13-08T12:00:00Z'])(
    'reject %s as an instant',
    (instant) => {
      expect(() => parse('--now', instant)).toThrow(/^--now must be an instant such as/);
    },
  );

  it('reject --now in production', () => {
    const production = () =>
      startOptions(['--now', '2026-03-08T12:00:00Z'], { NODE_ENV: 'production' }, now);
    expect(production).toThrow(/unset NODE_ENV=production/);
  });
});

describe('the data folder of a command', () => {
  it('comes from --data at any position', () => {
    expect(takeDataOption(['rebuild', '--data', '/data', '--all'])).toEqual({
      data: '/data',
      commandArgs: ['rebuild', '--all'],
    });
    expect(takeDataOption(['--data=/data', 'rebuild'])).toEqual({
      data: '/data',
      commandArgs: ['rebuild'],
    });
  });

  it('defaults to .courtly', () => {
    expect(takeDataOption(['rebuild'])).toEqual({
      data: resolve('.courtly'),
      commandArgs: ['rebuild'],
    });
  });

  it('requires a value for --data', () => {
    expect(() => takeDataOption(['rebuild', '--data'])).toThrow('--data needs a folder.');
  });
});
