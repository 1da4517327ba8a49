import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../src/config.js';
import { eventually } from './stores.js';

/** A separate process that keeps its port across restarts. */
export type Service = Readonly<{
  port: number;
  start(): Promise<void>;
  /** Sends a signal and waits for the process to exit. Returns the duration in milliseconds. */
  end(signal?: NodeJS.Signals): Promise<number>;
  /** Freezes the process: it keeps its connections open but does not respond until `thaw`. */
  freeze(): void;
  thaw(): void;
  output(): string;
}>;

const root = resolve(import.meta.dirname, '../..');

/**
 * The path of a built file, given its path from the repository root.
 * @throws if the build is missing
 */
export const builtFile = (path: string): string => {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${path} is missing: build first with \`npm run build\``);
  return file;
};

/** These are below the ephemeral ports, so that the system does not assign one in the meantime. */
const OWN_PORTS = { from: 20_000, to: 32_000 };

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(OWN_PORTS.from, OWN_PORTS.to);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((response) => {
    const socket = connect(port, '127.0.0.1');
    const settleStart = (accepted: boolean) => {
      socket.destroy();
      response(accepted);
    };
    socket.once('connect', () => settleStart(true)).once('error', () => settleStart(false));
  });

type Launch = Readonly<{ command: string; args: string[]; environment?: Record<string, string> }>;

const service = (port: number, launch: Launch, isReady: () => Promise<boolean>): Service => {
  let child: ChildProcess;
  let text = '';
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    port,
    async start() {
      // Its standard input is a pipe, so the child ends when this process exits.
      const environment = { PATH: process.env['PATH'] ?? '', ...launch.environment };
      child = spawn(launch.command, launch.args, {
        env: environment,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (data) => (text += String(data)));
      const ready = eventually(
        `${launch.args.join(' ')} is ready`,
        async () => isOver() || isReady(),
        30_000,
      );
      await ready.catch((error: Error) => {
        throw new Error(`${error.message}: ${text}`);
      });
      if (isOver()) throw new Error(`${launch.args.join(' ')} ended: ${text}`);
    },
    async end(signal = 'SIGKILL') {
      const startedAt = performance.now();
      if (!child || isOver()) return 0;
      const childExit = once(child, 'exit');
      child.kill(signal);
      if (signal === 'SIGKILL') child.kill('SIGCONT');
      await childExit;
      return performance.now() - startedAt;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    output: () => text,
  };
};

const standIn = (path: string, port: number, args: string[]): Service => {
  const command = [builtFile(path), '--port', String(port), '--stop-with-parent', ...args];
  return service(port, { command: process.execPath, args: command }, () => accepts(port));
};

/** Starts Courtly with every store and role in a separate process that can be killed. */
export const startProcesses = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  const [eventsPort, mongoPort, redisPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
  ]);
  const database = `courtly_${randomUUID().slice(0, 8)}`;
  const events = standIn('deploy/standins/eventstoredb/dist/main.js', eventsPort, [
    '--data',
    join(folder, 'events.db'),
  ]);
  const mongo = standIn('deploy/standins/mongodb/dist/main.js', mongoPort, []);
  const redisArgs = [
    '--port',
    String(redisPort),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    folder,
  ];
  const redis = service(redisPort, { command: 'redis-server', args: redisArgs }, () =>
    accepts(redisPort),
  );
  await Promise.all([events.start(), mongo.start(), redis.start()]);
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    EVENTSTORE_URL: `esdb://127.0.0.1:${eventsPort}?tls=false`,
    MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}/?directConnection=true`,
    MONGODB_DATABASE: database,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SESSION_SECRETS: 'a secret of sessions for tests alone',
    KEY_SECRETS: 'a long secret of keys for tests alone',
    LOOKUP_SECRETS: 'a secret of lookups for tests alone',
    UPLOADS_FOLDER: join(folder, 'uploads'),
    ERASURES_FOLDER: join(folder, 'erasures'),
    POLICY_FILE: join(root, 'deploy/policies/open.json'),
    LOG_LEVEL: 'error',
    STOP_WITH_PARENT: '1',
  };
  const started: Service[] = [events, mongo, redis];
  const config: Config = readConfig(environment);

  return {
    events,
    mongo,
    redis,
    config,
    /** The environment for `courtly` commands on these stores. */
    environment,
    /** Starts a process with these roles, and waits until it responds. */
    async courtly(roles: string, more: Record<string, string> = {}): Promise<Service> {
      const port = await freePort();
      const launch = {
        command: process.execPath,
        args: [builtFile('backend/dist/main.js')],
        environment: { ...environment, ROLES: roles, PORT: String(port), ...more },
      };
      const isLive = () =>
        fetch(`http://127.0.0.1:${port}/api/health/live`).then(
          ({ status }) => status === 200,
          () => false,
        );
      const process_ = service(port, launch, isLive);
      started.push(process_);
      await process_.start();
      return process_;
    },
    async stop() {
      for (const startedProcess of started.reverse()) await startedProcess.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Waits until an API process and its read models can serve all requests. */
export const untilReady = ({ port }: Service): Promise<boolean> =>
  eventually(
    'Courtly is ready',
    async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status === 200,
    30_000,
  );

export type Processes = Awaited<ReturnType<typeof startProcesses>>;
