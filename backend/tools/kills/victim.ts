import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';
import { type Call, type Kind, type Point, type Tally, notes } from './points.js';
import { startStoreGate } from './store-gate.js';
import { startStripeGate } from './stripe-gate.js';

const main = fileURLToPath(import.meta.resolve('@courtly/backend/main'));
/** As the launcher runs what answers nobody directly. */
const flags = [
  '--max-semi-space-size=16',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning',
];

/** An event's type stands this close before what it says, with its metadata between. */
const CLOSE = 2_000;

/** Whether these bytes bring the note of a call to the store. */
const holdsNote = (sent: Buffer, { kind, bookingId }: Call): boolean => {
  const says = sent.lastIndexOf(`"bookingId":"${bookingId}"`);
  return says >= 0 && sent.subarray(Math.max(0, says - CLOSE), says).includes(notes[kind]);
};

/** What a victim stands in: a Courtly's environment, what is counted, and whether the log holds the note of a call. */
export type Setting = Readonly<{
  environment: Readonly<Record<string, string>>;
  tally: Tally;
  isNoted(call: Call): Promise<boolean>;
}>;

type Life = { child: ChildProcess; condemned: boolean; watched: (Call & { point: Point })[] };

/** A worker that is killed with SIGKILL at one point after the other, and started again after each. */
export type Victim = Readonly<{ failed: Promise<never>; stop(): Promise<void> }>;

export const startVictim = async ({ environment, tally, isNoted }: Setting): Promise<Victim> => {
  let life: Life;
  let isOver = false;
  let fail: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  /** Ends this life at a point, and begins the next one. */
  const kill = async (kind: Kind, point: Point) => {
    const { child } = life;
    life.condemned = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    tally.count(kind, point);
    await ended;
    if (!isOver) begin();
  };
  const noted = async (call: Call, ended: Life) => {
    // The answer is kept back: the process does not learn of the note before it dies.
    while (!(await isNoted(call))) if (ended !== life || isOver) return;
    if (ended === life && !isOver) await kill(call.kind, 'after the note');
  };

  const stripe = await startStripeGate(environment['STRIPE_URL']!, {
    asked(call) {
      if (life.condemned) return 'keep back';
      const point = tally.next(call.kind);
      if (point === null) return 'pass';
      if (point === 'before the call') void kill(call.kind, point);
      else life.watched.push({ ...call, point });
      return life.condemned ? 'keep back' : 'pass';
    },
    answered(call) {
      if (life.condemned) return 'keep back';
      const isNow = life.watched.some(
        ({ kind, bookingId, point }) =>
          kind === call.kind && bookingId === call.bookingId && point === 'after the call',
      );
      if (isNow) void kill(call.kind, 'after the call');
      return life.condemned ? 'keep back' : 'pass';
    },
  });
  const store = await startStoreGate(
    Number(new URL(environment['EVENTSTORE_URL']!).port),
    (sent) => {
      if (life.condemned) return 'keep back';
      const call = life.watched.find(
        (one) => one.point !== 'after the call' && holdsNote(sent, one),
      );
      if (!call) return 'pass';
      life.condemned = true;
      if (call.point === 'before the note') {
        void kill(call.kind, call.point);
        return 'keep back';
      }
      void noted(call, life);
      return 'pass, and keep the answer back';
    },
  );

  const begin = () => {
    const child = spawn(process.execPath, [...flags, main], {
      env: {
        ...process.env,
        ...environment,
        ROLES: 'worker',
        PORT: '0',
        METRICS_PORT: '0',
        STOP_WITH_PARENT: '1',
        EVENTSTORE_URL: `esdb://127.0.0.1:${store.port}?tls=false`,
        STRIPE_URL: stripe.url,
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const born: Life = { child, condemned: false, watched: [] };
    life = born;
    child.once('exit', (code) => {
      if (!born.condemned && !isOver) fail(new Failure(`A worker ended by itself with ${code}.`));
    });
  };
  begin();
  return {
    failed,
    async stop() {
      isOver = true;
      const { child } = life;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      stripe.stop();
      store.stop();
    },
  };
};
