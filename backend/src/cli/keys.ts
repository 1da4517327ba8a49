import { Command } from 'commander';
import { ErasureSteps } from '../across/erasure/erasure-steps.service.js';
import { erasures } from '../across/erasure/erasures.projection.js';
import { Clock } from '../platform/kernel/clock.js';
import { ReadModels } from '../platform/projections/read-models.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { KeyWrapping } from '../platform/vault/key-wrapping.js';
import { rewrap } from '../platform/vault/rewrap.js';
import { withApplication } from './application.js';
import type { Cli } from './cli.js';
import { formatCount } from './table.js';

const rewrapAll = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const wrappedCount = await cli.step(
      'Wrapping keys with the newest of KEY_SECRETS',
      (onProgress) =>
        rewrap(
          application.get(VaultDatabase),
          application.get(KeyWrapping),
          cli.interrupted,
          (keys) => onProgress(`${formatCount(keys)} keys`),
        ),
    );
    cli.print(`Wrapped ${formatCount(wrappedCount)} keys. All keys now use the newest secret.`);
  });

/** A restored vault contains passwords and keys of users who were erased after the backup. */
const eraseAgain = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const [steps, at] = [
      application.get(ErasureSteps, { strict: false }),
      application.get(Clock).instant(),
    ];
    const erasedAccounts = await application
      .get(ReadModels)
      .walk(erasures, (documents) => documents.find({ isErased: true }).toArray());
    for (const { userId } of erasedAccounts) {
      await steps.revokeAccess({ userId, at });
      await steps.eraseKeys({ userId, at });
    }
    cli.print(`${formatCount(erasedAccounts.length)} erased accounts now have no keys.`);
  });

export const keysCommand = (cli: Cli): Command => {
  const keys = new Command('keys');
  keys
    .command('rewrap')
    .description(
      'wrap every key with the newest of KEY_SECRETS, so that the older ones can be dropped',
    )
    .action(() => rewrapAll(cli));
  keys
    .command('erase-again')
    .description(
      'erase the keys of all erased accounts again, after restoring a vault from a backup',
    )
    .action(() => eraseAgain(cli));
  return keys;
};
