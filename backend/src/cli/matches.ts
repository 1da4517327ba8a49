import { Command } from 'commander';
import type { Cli } from './cli.js';
import { exportMatchesCommand } from './exports.js';
import { importCommand } from './matches-import.js';

/** `courtly matches ...` */
export const matchesCommand = (cli: Cli): Command =>
  new Command('matches')
    .description('results of matches')
    .addCommand(importCommand(cli))
    .addCommand(exportMatchesCommand(cli));
