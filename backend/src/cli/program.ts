import { Command } from 'commander';
import { build } from '../platform/ops/build.js';
import type { Cli } from './cli.js';
import { runProgram } from './run-program.js';

type CommandEntry = Readonly<{
  name: string;
  description: string;
  load(): Promise<(cli: Cli) => Command>;
}>;

/** Commands are loaded when they are called, which keeps `--help` and small commands fast. */
const commands: readonly CommandEntry[] = [
  {
    name: 'applications',
    description: 'erase applications of hosts and Elite members',
    load: async () => (await import('./applications.js')).applicationsCommand,
  },
  {
    name: 'guests',
    description: 'erase guests of bookings',
    load: async () => (await import('./guests.js')).guestsCommand,
  },
  {
    name: 'as-of',
    description: 'show a past state, with personal data in plain text',
    load: async () => (await import('./as-of.js')).asOfCommand,
  },
  {
    name: 'users',
    description: 'manage accounts',
    load: async () => (await import('./users.js')).usersCommand,
  },
  {
    name: 'emails',
    description: 'resume emails to addresses that get none',
    load: async () => (await import('./emails.js')).emailsCommand,
  },
  {
    name: 'event-store',
    description: 'grant rights in the event store',
    load: async () => (await import('./event-store.js')).eventStoreCommand,
  },
  {
    name: 'events',
    description: 'read the log, with personal data in plain text',
    load: async () => (await import('./events.js')).eventsCommand,
  },
  {
    name: 'jobs',
    description: 'show, retry, and drop jobs that failed',
    load: async () => (await import('./jobs.js')).jobsCommand,
  },
  {
    name: 'keys',
    description: 'manage the keys that seal personal data',
    load: async () => (await import('./keys.js')).keysCommand,
  },
  {
    name: 'ledger',
    description: 'export the books',
    load: async () => (await import('./ledger.js')).ledgerCommand,
  },
  {
    name: 'matches',
    description: 'import and export match results',
    load: async () => (await import('./matches-import.js')).matchesCommand,
  },
  {
    name: 'payments',
    description: 'check the payments of bookings and memberships',
    load: async () => (await import('./payments.js')).paymentsCommand,
  },
  {
    name: 'processes',
    description: 'manage the processes that turn events into jobs',
    load: async () => (await import('./processes.js')).processesCommand,
  },
  {
    name: 'projections',
    description: 'manage read models',
    load: async () => (await import('./projections.js')).projectionsCommand,
  },
  {
    name: 'rankings',
    description: 'evaluate, replay, and show player ratings',
    load: async () => (await import('./rankings.js')).rankingsCommand,
  },
  {
    name: 'ratings',
    description: 'export the effects of matches on ratings',
    load: async () => (await import('./exports.js')).ratingsCommand,
  },
  {
    name: 'verify',
    description:
      'replay all events and check that no hour was sold twice and that the read models match the log',
    load: async () => (await import('./verify.js')).verifyCommand,
  },
  {
    name: 'zone-data',
    description: 'manage the version of the time zone data',
    load: async () => (await import('./zone-data.js')).zoneDataCommand,
  },
];

/** The whole program, with all commands loaded. */
export const loadProgram = async (cli: Cli): Promise<Command> => {
  const program = new Command('courtly');
  for (const { load } of commands) program.addCommand((await load())(cli));
  return program;
};

/** Runs an operator command and returns its exit code (see `runProgram`). */
export const runCommand = async (commandArgs: readonly string[], cli: Cli): Promise<number> => {
  const { version, commit } = build;
  const program = new Command('courtly')
    .description('Commands for operators and analysts of a running Courtly.')
    .version(commit ? `${version} (${commit})` : version, '--version')
    .configureOutput({ writeOut: (text) => cli.print(text.trimEnd()) });
  for (const { name, description, load } of commands) {
    const command = commandArgs.includes(name) ? (await load())(cli) : new Command(name);
    program.addCommand(command.description(description));
  }
  return runProgram(program, commandArgs, cli);
};
