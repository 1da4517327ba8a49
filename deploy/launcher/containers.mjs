import { run } from './children.mjs';
import { onPath } from './redis.mjs';

const EVENTSTORE = 'eventstore/eventstore:24.10.0-bookworm-slim';
const MONGODB = 'mongo:7.0.14';
const REDIS = 'redis:7.2.5';

/** @typedef {import('./layers.mjs').Tally} Tally */

/**
 * Runs tests against the official images of the three stores; skipped where no Docker engine answers.
 * @param {(env: NodeJS.ProcessEnv) => Promise<Tally>} test
 * @returns {Promise<Tally>}
 */
export async function containers(test) {
  if (!(await engineAnswers())) {
    console.log('containers: skipped, no Docker engine answers here.');
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await Promise.all([
    new GenericContainer(EVENTSTORE)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .start(),
    new GenericContainer(MONGODB)
      .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
      .withExposedPorts(27017)
      .start(),
    new GenericContainer(REDIS)
      .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
      .withExposedPorts(6379)
      .start(),
  ]);
  const [eventstore, mongodb, redis] = started;
  try {
    await becomePrimary(mongodb);
    return await test({
      ...process.env,
      EVENTSTORE_URL: `esdb://${eventstore.getHost()}:${eventstore.getMappedPort(2113)}?tls=false`,
      MONGODB_URI: `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27017)}/?directConnection=true`,
      REDIS_URL: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    });
  } finally {
    await Promise.all(started.map((container) => container.stop()));
  }
}

async function engineAnswers() {
  const docker = onPath('docker');
  return docker !== undefined && (await run(docker, ['version', '--format', '{{.Server.Version}}'])).code === 0;
}

/** @param {import('testcontainers').StartedTestContainer} mongodb */
async function becomePrimary(mongodb) {
  const script = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(100);';
  const { exitCode, output } = await mongodb.exec(['mongosh', '--quiet', '--eval', script]);
  if (exitCode !== 0) throw new Error(`MongoDB did not become a replica set: ${output}`);
}
