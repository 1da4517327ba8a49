import type { StartedTestContainer } from 'testcontainers';
import { baseImage, docker, isEngineRunning, imageOf } from './engine.ts';
import { skipped } from './missing-tool.ts';
import { provideImages } from './standin-images.ts';
import type { Tally } from './tally.ts';

/**
 * Runs tests against the images of the three stores in Compose. Skips them without a Docker engine.
 * A suite that reads the whole log starts a separate server from EVENTSTORE_IMAGE.
 */
export async function containers(
  runTests: (env: NodeJS.ProcessEnv) => Promise<Tally>,
): Promise<Tally> {
  if (!(await isEngineRunning())) return skipped('containers', 'no Docker engine responds here');
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
  // Without a registry, the image of the container that cleans up cannot be pulled.
  const label = '{{index .Config.Labels "courtly.standin"}}';
  const isStandIn =
    (await docker('image', 'inspect', '--format', label, eventstoreImage)) === 'true';
  if (isStandIn) process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

  const { GenericContainer, Wait } = await import('testcontainers');
  const startedContainers = await Promise.all([
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
  const [eventstore, mongodb, redis] = startedContainers;
  try {
    await becomePrimary(mongodb);
    return await runTests({
      ...process.env,
      EVENTSTORE_IMAGE: eventstoreImage,
      EVENTSTORE_URL: `esdb://${eventstore.getHost()}:${eventstore.getMappedPort(2113)}?tls=false`,
      MONGODB_URI: `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27017)}/?directConnection=true`,
      REDIS_URL: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    });
  } finally {
    await Promise.all(startedContainers.map((container) => container.stop()));
  }
}

async function becomePrimary(mongodb: StartedTestContainer): Promise<void> {
  const script = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(100);';
  const { exitCode, output } = await mongodb.exec(['mongosh', '--quiet', '--eval', script]);
  if (exitCode !== 0) throw new Error(`MongoDB did not become a replica set: ${output}`);
}
