import { Command } from 'commander';
import { ErasureSteps } from '../across/erasure/erasure-steps.service.js';
import { erasures } from '../across/erasure/erasures.projection.js';
import { RepeatErasures } from '../across/erasure/repeat-erasures.service.js';
import { Clock } from '../platform/kernel/clock.js';
import { ReadModels } from '../platform/projections/read-models.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { KeyWrapping } from '../platform/vault/key-wrapping.js';
import { KnownSecrets } from '../platform/vault/known-secrets.service.js';
import { rewrap } from '../platform/vault/rewrap.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatCount } from './table.js';

const rewrapAll = (cli: Cli) =>
  withApplication(cli, async (application) => {
    await application.get(KnownSecrets).compare();
    const { wrappedCount, unreadable } = await cli.step(
      'Wrapping keys with the newest of KEY_SECRETS',
      (onProgress) =>
        rewrap(
          application.get(VaultDatabase),
          application.get(KeyWrapping),
          cli.interrupted,
          (keys) => onProgress(`${formatCount(keys)} keys`),
        ),
    );
    cli.print(`Wrapped ${formatCount(wrappedCount)} keys.`);
    for (const key of unreadable) cli.print(key);
    if (unreadable.length > 0)
      throw new Failure(
        `${formatCount(unreadable.length)} keys cannot be opened. All others use the newest secret. Add the missing secrets to KEY_SECRETS, or restore the damaged keys, and run this command again.`,
      );
    cli.print('All keys use the newest secret.');
  });

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * A restored vault has passwords and keys of users who were erased later, and a restored log lacks
 * these erasures, but the register has them. The register gets the erasures that only the log has.
 */
const eraseAgain = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const [steps, at] = [
      application.get(ErasureSteps, { strict: false }),
      application.get(Clock).instant(),
    ];
    const erasedAccounts = await application
      .get(ReadModels)
      .walk(erasures, (documents) => documents.find({ isErased: true }).toArray());
    const failures: string[] = [];
    for (const { userId, erasedAt } of erasedAccounts) {
      const erasureJob = { userId, at: erasedAt ?? at };
      try {
        await steps.revokeAccess(erasureJob);
        await steps.eraseDamagedKey(erasureJob);
        await steps.eraseKeys(erasureJob);
      } catch (error) {
        failures.push(`${userId}: ${messageOf(error)}`);
      }
    }
    const erasedCount = erasedAccounts.length - failures.length;
    cli.print(`${formatCount(erasedCount)} erased accounts now have no keys.`);
    const repeated = await application
      .get(RepeatErasures, { strict: false })
      .repeatAll()
      .catch((error: unknown) => void failures.push(messageOf(error)));
    if (repeated) {
      const { requested, erased } = repeated;
      failures.push(...repeated.failures);
      cli.print(
        `${formatCount(erased.size)} keys in the register had returned and were erased again.`,
      );
      cli.print(
        `The workers are erasing ${formatCount(requested.size)} accounts in the register again.`,
      );
    }
    if (failures.length > 0) throw new Failure(failures.join('\n'));
  });

export const keysCommand = (cli: Cli): Command => {
  const keys = new Command('keys');
  keys
    .command('rewrap')
    .description(
      'wrap every key with the newest of KEY_SECRETS, so that you can remove the older ones',
    )
    .action(() => rewrapAll(cli));
  keys
    .command('erase-again')
    .description(
      'repeat the erasures in the log and the register for people whom a restored backup brought back',
    )
    .action(() => eraseAgain(cli));
  return keys;
};
