import { adminCommands } from './admin-commands.js';
import { encode } from './bson-writer.js';
import { journalOf } from './catalogue.js';
import { checkOptions, type Command, type Handler, type Server } from './command.js';
import { CommandError, notSupported } from './errors.js';
import { handshakeCommands } from './handshake-commands.js';
import { readCommands } from './read-commands.js';
import { writeCommands } from './write-commands.js';

/** Every command that is answered. */
export const COMMANDS: Readonly<Record<string, Handler>> = {
  ...handshakeCommands,
  ...readCommands,
  ...writeCommands,
  ...adminCommands,
};

function run(server: Server, command: Command): Buffer {
  const { name } = command;
  const handler = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!handler) throw notSupported(`no such command: '${name}'; it`, 59);
  checkOptions(command, handler);
  const answer = handler.run(server, command);
  return Buffer.isBuffer(answer) ? answer : encode({ ...answer, ok: 1 });
}

const refusal = (error: unknown): Buffer => {
  const { code, codeName, message, extra } =
    error instanceof CommandError
      ? error
      : { code: 8, codeName: 'UnknownError', message: String(error), extra: {} };
  return encode({ ok: 0, errmsg: message, code, codeName, ...extra });
};

/** Runs a command and gives its answer once a durable database has it on disk. */
export async function answer(server: Server, command: Command | CommandError): Promise<Buffer> {
  if (command instanceof CommandError) return refusal(command);
  let result: Buffer;
  try {
    result = run(server, command);
  } catch (error) {
    result = refusal(error);
  }
  const database = changedDatabase(command);
  try {
    await journalOf(server.catalogue, database).flush();
  } catch (error) {
    return refusal(
      new CommandError(
        8,
        `the log of ${database} cannot be written: ${(error as Error).message}; restart the stand-in`,
      ),
    );
  }
  return result;
}

/** renameCollection is sent to `admin` and names the database it changes. */
const changedDatabase = ({ name, database, body }: Command): string =>
  name === 'renameCollection' ? String(body[name]).split('.', 1)[0]! : database;
