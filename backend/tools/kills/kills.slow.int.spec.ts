import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { longTimeouts } from '../../testing/stores.js';
import { points } from './points.js';

/** The number of kills at each point: `KILLS=100 npm run test:slow -- kill`. */
const KILLS = Number(process.env.KILLS ?? 2);

const tools = join(import.meta.dirname, '../dist/main.js');

it(
  'moves and records money once when workers are killed around calls to Stripe',
  async () => {
    const commandArguments = [
      tools,
      'bench',
      'kills',
      '--kills',
      String(KILLS),
      '--lanes',
      '6',
      '--victims',
      '2',
      '--settlement-only',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, commandArguments, {
      env: { ...process.env, ...longTimeouts() },
    });
    for (const killPoint of points)
      expect(
        Number(new RegExp(`killed ${killPoint} +(\\d+)`).exec(stdout)?.[1]),
      ).toBeGreaterThanOrEqual(KILLS);
  },
  300_000 + KILLS * 20_000,
);
