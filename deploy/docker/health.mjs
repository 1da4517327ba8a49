// Docker runs this every few seconds. It exits with 0 if the server in this container can serve.
// Docker does not restart a container that fails this check, so the check ends a server that hangs.
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** About a minute: a server that is only slow for half a minute recovers. */
const UNANSWERED_LIMIT = 6;

/**
 * Tests pass a parent process other than Docker's init process, and another timeout. The default is
 * shorter than that of HEALTHCHECK in the Dockerfile.
 */
const [parentPid = '1', timeoutMs = '4000'] = process.argv.slice(2);
const stateFile = join(tmpdir(), 'courtly-health.json');

/** The status of a response; undefined if none arrives in time. */
const statusOf = (path) =>
  fetch(`http://127.0.0.1:${process.env.PORT ?? '3000'}/api/health/${path}`, {
    signal: AbortSignal.timeout(Number(timeoutMs)),
  }).then(
    ({ status }) => status,
    () => undefined,
  );

/** Its id includes the start time: a restarted container reuses process ids and keeps its files. */
async function findServer() {
  const children = await readFile(`/proc/${parentPid}/task/${parentPid}/children`, 'utf8');
  const [pid] = children.split(' ');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [START_TIME, fields] = [19, stat.slice(stat.lastIndexOf(')') + 2).split(' ')];
  return { pid: Number(pid), id: `${pid} ${fields[START_TIME]}` };
}

/** Counts unanswered probes in a row. A server that has never responded is still starting. */
async function endIfHung(hasAnswered) {
  const { pid, id } = await findServer();
  const state = hasAnswered
    ? { id, unanswered: -1 }
    : JSON.parse(await readFile(stateFile, 'utf8'));
  if (state.id !== id) return;
  const unanswered = state.unanswered + 1;
  await writeFile(stateFile, JSON.stringify({ id, unanswered }));
  if (unanswered < UNANSWERED_LIMIT) return;
  process.kill(pid, 'SIGKILL');
  const msg = `The server did not respond to ${unanswered} health checks in a row. Stopped it.`;
  const line = `${JSON.stringify({ level: 50, time: Date.now(), msg })}\n`;
  await appendFile(`/proc/${parentPid}/fd/2`, line);
}

const [live, ready] = await Promise.all([statusOf('live'), statusOf('ready')]);
// Without an init process or a writable state file, Docker only marks the container.
await endIfHung(live !== undefined).catch(() => undefined);
process.exit(ready === 200 ? 0 : 1);
