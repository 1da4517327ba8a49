import { expect, it } from '@jest/globals';
import { commandLine } from '../../testing/command-line.js';
import { build } from '../platform/ops/build.js';

it('courtly --version names the version and the commit of the build', async () => {
  const { code, printed } = await commandLine({})(['--version']);
  expect([code, printed]).toEqual([
    0,
    build.commit ? `${build.version} (${build.commit})` : build.version,
  ]);
  expect(build.version).toMatch(/^\d+\.\d+\.\d+/);
});

it('courtly --help lists the commands', async () => {
  const { code, printed } = await commandLine({})(['--help']);
  expect(code).toBe(0);
  expect(printed).toMatch(/^ {2}verify /m);
});
