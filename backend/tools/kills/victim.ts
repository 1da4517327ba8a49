import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';
import { type Call, type Kind, type Point, type Tally, notes } from './points.js';
import { startStoreGate } from './store-gate.js';
import { startStripeGate } from './stripe-gate.js';

const main = fileURLToPath(import.meta.resolve('@courtly/backend/main'));
const flags = [
  '--max-semi-space-size=16',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning',
];

/** An event's type precedes its data by at most this many bytes, with metadata between. */
const MAXIMUM_DISTANCE = 2_000;

const containsRecord = (sent: Buffer, { kind, bookingId }: Call): boolean => {
  const says = sent.lastIndexOf(`"bookingId":"${bookingId}"`);
  return (
    says >= 0 && sent.subarray(Math.max(0, says - MAXIMUM_DISTANCE), says).includes(notes[kind])
  );
};

export type Setting = Readonly<{
  environment: Readonly<Record<string, string>>;
  tally: Tally;
  isRecorded(call: Call): Promise<boolean>;
}>;

type Life = { child: ChildProcess; condemned: boolean; watched: (Call & { point: Point })[] };

/** A worker that is killed with SIGKILL at one point after another and restarted each time. */
export type Victim = Readonly<{ failed: Promise<never>; stop(): Promise<void> }>;

export const startVictim = async ({ environment, tally, isRecorded }: Setting): Promise<Victim> => {
  let life: Life;
  let isFinished = false;
  let fail: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  const kill = async (kind: Kind, point: Point) => {
    const { child } = life;
    life.condemned = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    tally.count(kind, point);
    await ended;
    if (!isFinished) begin();
  };
  const noted = async (call: Call, ended: Life) => {
    // The gate blocks the response: the process must die before it learns of the append.
    while (!(await isRecorded(call))) if (ended !== life || isFinished) return;
    if (ended === life && !isFinished) await kill(call.kind, 'after the append');
  };

  const stripe = await startStripeGate(environment['STRIPE_URL']!, {
    asked(call) {
      if (life.condemned) return 'block';
      const point = tally.next(call.kind);
      if (point === null) return 'pass';
      if (point === 'before the call') void kill(call.kind, point);
      else life.watched.push({ ...call, point });
      return life.condemned ? 'block' : 'pass';
    },
    answered(call) {
      if (life.condemned) return 'block';
      const isNow = life.watched.some(
        ({ kind, bookingId, point }) =>
          kind === call.kind && bookingId === call.bookingId && point === 'after the call',
      );
      if (isNow) void kill(call.kind, 'after the call');
      return life.condemned ? 'block' : 'pass';
    },
  });
  const store = await startStoreGate(
    Number(new URL(environment['EVENTSTORE_URL']!).port),
    (sent) => {
      if (life.condemned) return 'block';
      const call = life.watched.find(
        (one) => one.point !== 'after the call' && containsRecord(sent, one),
      );
      if (!call) return 'pass';
      life.condemned = true;
      if (call.point === 'before the append') {
        void kill(call.kind, call.point);
        return 'block';
      }
      void noted(call, life);
      return 'pass but block response';
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
      if (!born.condemned && !isFinished)
        fail(new Failure(`A worker exited unexpectedly with code ${code}.`));
    });
  };
  begin();
  return {
    failed,
    async stop() {
      isFinished = true;
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
