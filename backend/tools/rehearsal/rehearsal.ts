import { appendFileSync, readFileSync } from 'node:fs';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { Command } from 'commander';
import pLimit from 'p-limit';
import { PASSWORD, emailOf, join, listCourt } from '../club.js';
import { Session } from '../client.js';
import { DEMAND_ZONE } from '../demand/plan.js';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';

type Acknowledged = Readonly<{ at: string; player: string; bookingId: string }>;
type Options = Readonly<{ base: string; runId: string }>;

const PLAYERS = 4;
/** Each player has separate days of the court, so no booking is refused. */
const DAYS_EACH = 200;
const CONCURRENCY = 8;

/** Books hour after hour until it is stopped. Appends each acknowledged booking to the file. */
const book = async (commandLine: Cli, recordsPath: string, { base, runId }: Options) => {
  const profileName = { firstName: 'Robin', lastName: 'Baseline' };
  const hostSession = await join(base, { ...profileName, name: `host-${runId}`, role: 'owner' });
  const courtId = await listCourt(hostSession, `court-${runId}`, {
    name: 'Rehearsal',
    location: 'Scottsdale',
    address: '1 Clubhouse Drive',
    hourlyRate: '25.00',
    zone: DEMAND_ZONE,
  });
  const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
  const bookAsPlayer = async (playerIndex: number) => {
    const name = `player-${runId}-${playerIndex}`;
    const userSession = await join(base, { ...profileName, name, role: 'player' });
    for (
      let hourOfDay = 0;
      hourOfDay < DAYS_EACH * 24 && !commandLine.interrupted.aborted;
      hourOfDay++
    ) {
      const startMs = tomorrow + playerIndex * DAYS_EACH * DAY_MS + hourOfDay * HOUR_MS;
      const [startTime, endTime] = [startMs, startMs + HOUR_MS].map((slotIndex) =>
        new Date(slotIndex).toISOString(),
      );
      const { id } = await userSession.expect<{ id: string }>({
        method: 'POST',
        path: '/api/bookings',
        body: { courtId, startTime, endTime },
        key: `${runId}-${playerIndex}-${hourOfDay}`,
      });
      const acknowledged: Acknowledged = {
        at: new Date().toISOString(),
        player: name,
        bookingId: id,
      };
      appendFileSync(recordsPath, `${JSON.stringify(acknowledged)}\n`);
    }
  };
  await Promise.all(Array.from({ length: PLAYERS }, (_, playerIndex) => bookAsPlayer(playerIndex)));
};

/**
 * Looks up, as its player, each booking acknowledged before an instant.
 * @throws Failure if any booking is lost
 */
const find = async (
  commandLine: Cli,
  recordsPath: string,
  { base, before }: Readonly<{ base: string; before: string }>,
) => {
  const textLines = readFileSync(recordsPath, 'utf8').trimEnd().split('\n');
  const acknowledged = textLines
    .map((line) => JSON.parse(line) as Acknowledged)
    .filter(({ at }) => at < before);
  const sessions = new Map<string, Session>();
  for (const { player } of acknowledged) {
    if (sessions.has(player)) continue;
    const userSession = new Session(base);
    await userSession.expect({
      method: 'POST',
      path: '/api/auth/login',
      body: { email: emailOf(player), password: PASSWORD },
    });
    sessions.set(player, userSession);
  }
  const limit = pLimit(CONCURRENCY);
  const statuses = await limit.map(
    acknowledged,
    async ({ player, bookingId }) =>
      (await sessions.get(player)!.send({ method: 'GET', path: `/api/bookings/${bookingId}` }))
        .status,
  );
  const lostBookings = acknowledged.filter((_, playerIndex) => statuses[playerIndex] !== 200);
  commandLine.print(
    `${formatCount(acknowledged.length)} bookings acknowledged before ${before}, ${formatCount(lostBookings.length)} lost`,
  );
  if (acknowledged.length === 0)
    throw new Failure('No booking was acknowledged before that instant.');
  if (lostBookings.length > 0)
    throw new Failure(lostBookings.map(({ bookingId }) => bookingId).join('\n'));
};

/**
 * `tools rehearsal ...`: books hours during a backup, and looks for these bookings after the
 * restore.
 */
export const rehearsalCommand = (commandLine: Cli): Command => {
  const rehearsal = new Command('rehearsal').description(
    'book during a backup and find the bookings after the restore',
  );
  const command = (name: string, description: string) =>
    rehearsal
      .command(name)
      .description(description)
      .argument('<file>', 'file of acknowledged bookings, one per line')
      .requiredOption('--base <url>', 'the address of the running Courtly');
  command('book', 'book until stopped and write acknowledged bookings to a file')
    .requiredOption('--run-id <id>', 'separates accounts and courts of runs')
    .action((recordsPath: string, commandOptions: Options) =>
      book(commandLine, recordsPath, commandOptions),
    );
  command('find', 'find the acknowledged bookings')
    .requiredOption('--before <instant>', 'instant in UTC')
    .action((recordsPath: string, commandOptions: Readonly<{ base: string; before: string }>) =>
      find(commandLine, recordsPath, commandOptions),
    );
  return rehearsal;
};
