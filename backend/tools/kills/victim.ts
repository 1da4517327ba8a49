import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Failure } from '@courtly/backend/cli/cli';
import { type Call, type Kind, type Point, type Tally, notes } from './points.js';
import { startStoreGate } from './store-gate.js';
import { startStripeGate } from './stripe-gate.js';

const main = fileURLToPath(import.meta.resolve('@courtly/backend/main'));
const nodeFlags = [
  '--max-semi-space-size=16',
  '--max-old-space-size=192',
  '--disable-warning=ExperimentalWarning',
];

/** The maximum number of bytes, including metadata, from an event's type to its data. */
const MAXIMUM_DISTANCE = 2_000;

const containsRecord = (sentBytes: Buffer, { kind, bookingId }: Call): boolean => {
  const typeOffset = sentBytes.lastIndexOf(`"bookingId":"${bookingId}"`);
  return (
    typeOffset >= 0 &&
    sentBytes.subarray(Math.max(0, typeOffset - MAXIMUM_DISTANCE), typeOffset).includes(notes[kind])
  );
};

export type Setting = Readonly<{
  environment: Readonly<Record<string, string>>;
  tally: Tally;
  isRecorded(stripeCall: Call): Promise<boolean>;
}>;

type Life = { child: ChildProcess; condemned: boolean; watched: (Call & { point: Point })[] };

/** A worker that is killed with SIGKILL at one point after another, and is restarted each time. */
export type Victim = Readonly<{ failed: Promise<never>; stop(): Promise<void> }>;

export const startVictim = async ({ environment, tally, isRecorded }: Setting): Promise<Victim> => {
  let workerLife: Life;
  let isFinished = false;
  let rejectFailed: (thrownError: Error) => void;
  const failed = new Promise<never>((_, rejectPromise) => (rejectFailed = rejectPromise));
  failed.catch(() => undefined);

  const killWorker = async (callKind: Kind, killPoint: Point) => {
    const { child } = workerLife;
    workerLife.condemned = true;
    const exitPromise = once(child, 'exit');
    child.kill('SIGKILL');
    tally.count(callKind, killPoint);
    await exitPromise;
    if (!isFinished) startLife();
  };
  const killAfterAppend = async (stripeCall: Call, currentLife: Life) => {
    // The gate blocks the response, because the process must die before it learns that the append
    // succeeded.
    while (!(await isRecorded(stripeCall))) if (currentLife !== workerLife || isFinished) return;
    if (currentLife === workerLife && !isFinished)
      await killWorker(stripeCall.kind, 'after the append');
  };

  const stripeGate = await startStripeGate(environment['STRIPE_URL']!, {
    asked(stripeCall) {
      if (workerLife.condemned) return 'block';
      const killPoint = tally.next(stripeCall.kind);
      if (killPoint === null) return 'pass';
      if (killPoint === 'before the call') void killWorker(stripeCall.kind, killPoint);
      else workerLife.watched.push({ ...stripeCall, point: killPoint });
      return workerLife.condemned ? 'block' : 'pass';
    },
    answered(stripeCall) {
      if (workerLife.condemned) return 'block';
      const isNow = workerLife.watched.some(
        ({ kind, bookingId, point }) =>
          kind === stripeCall.kind &&
          bookingId === stripeCall.bookingId &&
          point === 'after the call',
      );
      if (isNow) void killWorker(stripeCall.kind, 'after the call');
      return workerLife.condemned ? 'block' : 'pass';
    },
  });
  const storeGate = await startStoreGate(
    Number(new URL(environment['EVENTSTORE_URL']!).port),
    (sentBytes) => {
      if (workerLife.condemned) return 'block';
      const stripeCall = workerLife.watched.find(
        (pendingCall) =>
          pendingCall.point !== 'after the call' && containsRecord(sentBytes, pendingCall),
      );
      if (!stripeCall) return 'pass';
      workerLife.condemned = true;
      if (stripeCall.point === 'before the append') {
        void killWorker(stripeCall.kind, stripeCall.point);
        return 'block';
      }
      void killAfterAppend(stripeCall, workerLife);
      return 'pass but block response';
    },
  );

  const startLife = () => {
    const childProcess = spawn(process.execPath, [...nodeFlags, main], {
      env: {
        ...process.env,
        ...environment,
        ROLES: 'worker',
        PORT: '0',
        METRICS_PORT: '0',
        STOP_WITH_PARENT: '1',
        EVENTSTORE_URL: `esdb://127.0.0.1:${storeGate.port}?tls=false`,
        STRIPE_URL: stripeGate.url,
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const newLife: Life = { child: childProcess, condemned: false, watched: [] };
    workerLife = newLife;
    childProcess.once('exit', (exitCode) => {
      if (!newLife.condemned && !isFinished)
        rejectFailed(new Failure(`A worker exited unexpectedly with code ${exitCode}.`));
    });
  };
  startLife();
  return {
    failed,
    async stop() {
      isFinished = true;
      const { child } = workerLife;
      if (child.exitCode === null && child.signalCode === null) {
        const exitPromise = once(child, 'exit');
        child.kill('SIGTERM');
        await exitPromise;
      }
      stripeGate.stop();
      storeGate.stop();
    },
  };
};
