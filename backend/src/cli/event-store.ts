import { EventStoreDBClient } from '@eventstore/db-client';
import { Command } from 'commander';
import { untilClosed } from './application.js';
import { type Cli, Failure } from './cli.js';

type GrantOptions = Readonly<{ adminUrl?: string; user?: string }>;

const userOf = (url: string): string => {
  const [, user] = /^esdb(?:\+discover)?:\/\/([^:@/?]+):[^@/]*@/.exec(url) ?? [];
  if (!user) throw new Failure('EVENTSTORE_URL has no user. Name one with --user.');
  return decodeURIComponent(user);
};

/**
 * Only `$admins` can read `$all` until its metadata names others. This keeps all other entries of
 * the metadata.
 */
const grantAll = async (client: EventStoreDBClient, user: string): Promise<readonly string[]> => {
  const { metadata } = await client.getStreamMetadata('$all');
  const { acl, ...otherEntries } = metadata ?? {};
  const entries = acl && typeof acl === 'object' ? acl : {};
  const readRoles = [...new Set(['$admins', ...[entries.readRoles ?? []].flat(), user])];
  await client.setStreamMetadata('$all', { ...otherEntries, acl: { ...entries, readRoles } });
  return readRoles;
};

const grant = async (cli: Cli, { adminUrl, user }: GrantOptions) => {
  const url = adminUrl ?? cli.environment['EVENTSTORE_ADMIN_URL'];
  if (!url) throw new Failure('Set EVENTSTORE_ADMIN_URL or --admin-url.');
  const grantee = user ?? userOf(cli.environment['EVENTSTORE_URL'] ?? '');
  const client = EventStoreDBClient.connectionString(url);
  try {
    const readRoles = await grantAll(client, grantee);
    cli.print(`$all can be read by ${readRoles.join(', ')}.`);
  } finally {
    await untilClosed(client.dispose());
  }
};

export const eventStoreCommand = (cli: Cli): Command => {
  const eventStore = new Command('event-store');
  eventStore
    .command('grant')
    .description('let the user in EVENTSTORE_URL read $all (requires an administrator)')
    .option(
      '--admin-url <url>',
      'the URL of the event store with an administrator and password, instead of EVENTSTORE_ADMIN_URL',
    )
    .option('--user <name>', 'a user other than the one in EVENTSTORE_URL')
    .action((options: GrantOptions) => grant(cli, options));
  return eventStore;
};
