import { Command } from 'commander';
import { VaultDatabase } from '../stores/vault-database.js';
import { KeyWrapping } from '../vault/key-wrapping.js';
import { rewrap } from '../vault/rewrap.js';
import { withApplication } from './application.js';
import type { Cli } from './cli.js';
import { count } from './table.js';

const rewrapAll = (cli: Cli) =>
  withApplication(cli, async (app) => {
    const done = await cli.step('Wrapping keys with the newest of KEY_SECRETS', (tell) =>
      rewrap(app.get(VaultDatabase), app.get(KeyWrapping), cli.interrupted, (keys) => tell(`${count(keys)} keys`)),
    );
    cli.print(`${count(done)} keys were wrapped again; all are wrapped with the newest secret now.`);
  });

/** `courtly keys ...` */
export const keysCommand = (cli: Cli): Command => {
  const keys = new Command('keys').description('the keys that seal personal data');
  keys
    .command('rewrap')
    .description('wrap every key with the newest of KEY_SECRETS, so that the older ones can be dropped')
    .action(() => rewrapAll(cli));
  return keys;
};
