import { setImmediate as nextTurn } from 'node:timers/promises';
import { adminCommands } from './admin-commands.js';
import { encodeDocument } from './bson-writer.js';
import { findJournal } from './catalog.js';
import {
  validateOptions,
  type DatabaseCommand,
  type CommandHandler,
  type CommandReply,
  type ServerState,
} from './command.js';
import { CommandError, notSupported } from './errors.js';
import { handshakeCommands } from './handshake-commands.js';
import type { PausingWork } from './pauses.js';
import { readCommands } from './read-commands.js';
import { writeCommands } from './write-commands.js';

/** All supported commands. */
export const COMMAND_HANDLERS: Readonly<Record<string, CommandHandler>> = {
  ...handshakeCommands,
  ...readCommands,
  ...writeCommands,
  ...adminCommands,
};

const isPausing = (
  commandResult: CommandReply | PausingWork<CommandReply>,
): commandResult is PausingWork<CommandReply> =>
  typeof (commandResult as PausingWork<CommandReply>).next === 'function';

/**
 * Runs a command to its end. A command that does not pause is atomic. While a write pauses, reads
 * run, and may see a part of it, as on mongod; other writes to its database wait.
 */
async function runCommand(
  serverState: ServerState,
  databaseCommand: DatabaseCommand,
): Promise<Buffer> {
  const { name } = databaseCommand;
  const { pausedWrites } = serverState;
  const commandHandler = Object.hasOwn(COMMAND_HANDLERS, name) ? COMMAND_HANDLERS[name] : undefined;
  if (!commandHandler) throw notSupported(`no such command: '${name}'; it`, 59);
  validateOptions(databaseCommand, commandHandler);
  const databaseName = changedDatabase(databaseCommand);
  while (commandHandler.writes && pausedWrites.has(databaseName))
    await pausedWrites.get(databaseName);
  const commandResult = commandHandler.run(serverState, databaseCommand);
  if (!isPausing(commandResult)) return encodeReply(commandResult);
  let step = commandResult.next();
  if (step.done) return encodeReply(step.value);
  const { promise: writeEnd, resolve: endWrite } = Promise.withResolvers<undefined>();
  if (commandHandler.writes) pausedWrites.set(databaseName, writeEnd);
  try {
    for (; !step.done; step = commandResult.next()) await nextTurn();
    return encodeReply(step.value);
  } finally {
    if (commandHandler.writes) pausedWrites.delete(databaseName);
    endWrite(undefined);
  }
}

const encodeReply = (commandReply: CommandReply): Buffer =>
  Buffer.isBuffer(commandReply) ? commandReply : encodeDocument({ ...commandReply, ok: 1 });

const encodeErrorReply = (error: unknown): Buffer => {
  const { code, codeName, message, extra } =
    error instanceof CommandError
      ? error
      : { code: 8, codeName: 'UnknownError', message: String(error), extra: {} };
  return encodeDocument({ ok: 0, errmsg: message, code, codeName, ...extra });
};

/** Runs a command. Resolves with the reply once a durable database has the change on disk. */
export async function respondToCommand(
  serverState: ServerState,
  parsedCommand: DatabaseCommand | CommandError,
): Promise<Buffer> {
  if (parsedCommand instanceof CommandError) return encodeErrorReply(parsedCommand);
  let replyBytes: Buffer;
  try {
    replyBytes = await runCommand(serverState, parsedCommand);
  } catch (error) {
    replyBytes = encodeErrorReply(error);
  }
  const changedName = changedDatabase(parsedCommand);
  try {
    await findJournal(serverState.catalog, changedName).flush();
  } catch (error) {
    return encodeErrorReply(
      new CommandError(
        8,
        `cannot write the log of ${changedName}: ${(error as Error).message}; restart the stand-in`,
      ),
    );
  }
  return replyBytes;
}

/** renameCollection is sent to `admin` and names the database it changes. */
const changedDatabase = ({ name, database, body }: DatabaseCommand): string =>
  name === 'renameCollection' ? String(body[name]).split('.', 1)[0]! : database;
