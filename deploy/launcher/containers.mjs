import { provideImages } from './standin-images.mjs';
import { skipped } from './missing-tool.mjs';
import { baseImage, docker, engineAnswers, imageOf } from './engine.mjs';

/** @typedef {import('./layers.mjs').Tally} Tally */

/**
 * Runs tests against the images of the three stores in Compose; skipped without a Docker engine. A
 * suite that reads the whole log starts a separate server from EVENTSTORE_IMAGE and uses separate
 * names in the other stores.
 * @param {(env: NodeJS.ProcessEnv) => Promise<Tally>} test
 * @returns {Promise<Tally>}
 */
export async function containers(test) {
  if (!(await engineAnswers())) return skipped('containers', 'no Docker engine answers here');
  const [eventstoreImage, mongoImage, redisImage] = [
    imageOf('eventstore'),
    imageOf('mongodb'),
    imageOf('redis'),
  ];
  const reason = await provideImages(
    [baseImage(), eventstoreImage, mongoImage, redisImage],
    process.stdout,
  );
  if (reason) return skipped('containers', reason);
  // The container that cleans up after a run which was cut off cannot be pulled where these could not.
  const label = '{{index .Config.Labels "courtly.standin"}}';
  const standIns =
    (await docker('image', 'inspect', '--format', label, eventstoreImage)) === 'true';
  if (standIns) process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

  const { GenericContainer, Wait } = await import('testcontainers');
  const started = await Promise.all([
    new GenericContainer(eventstoreImage)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true' })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .start(),
    new GenericContainer(mongoImage)
      .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
      .withExposedPorts(27017)
      .start(),
    new GenericContainer(redisImage)
      .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
      .withExposedPorts(6379)
      .start(),
  ]);
  const [eventstore, mongodb, redis] = started;
  try {
    await becomePrimary(mongodb);
    return await test({
      ...process.env,
      EVENTSTORE_IMAGE: eventstoreImage,
      EVENTSTORE_URL: `esdb://${eventstore.getHost()}:${eventstore.getMappedPort(2113)}?tls=false`,
      MONGODB_URI: `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27017)}/?directConnection=true`,
      REDIS_URL: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    });
  } finally {
    await Promise.all(started.map((container) => container.stop()));
  }
}

/** @param {import('testcontainers').StartedTestContainer} mongodb */
async function becomePrimary(mongodb) {
  const script = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(100);';
  const { exitCode, output } = await mongodb.exec(['mongosh', '--quiet', '--eval', script]);
  if (exitCode !== 0) throw new Error(`MongoDB did not become a replica set: ${output}`);
}
