import { Injectable } from '@nestjs/common';
import { Mongo } from '../stores/mongo.js';
import { Builds } from './builds.js';
import { Checkpoints } from './checkpoints.js';
import { Assignments } from './assignments.js';
import { Parking } from './parking.js';
import { Projectors } from './projectors.js';
import { Heartbeats } from './heartbeats.js';
import { MINUTE_MS } from '../kernel/local-time.js';

/** How long a replaced collection remains for reads that have already started. */
const REPLACED_LIFETIME_MS = 10_000;
/**
 * How long an older version remains after its last process has stopped, while API processes that
 * read it are replaced.
 */
const OLDER_LIFETIME_MS = 10 * MINUTE_MS;
const CHECK_INTERVAL_MS = 5_000;

/** Drops replaced collections, abandoned builds, and older versions that no process runs. */
@Injectable()
export class ObsoleteCollections {
  private readonly unusedSince = new Heartbeats();
  private checkedAt = 0;

  constructor(
    private readonly mongoStore: Mongo,
    private readonly checkpoints: Checkpoints,
    private readonly assignments: Assignments,
    private readonly builds: Builds,
    private readonly parkingStore: Parking,
    private readonly projectors: Projectors,
  ) {}

  /** Checks at intervals. Only the owner of a projection drops its collections. */
  async sweep(): Promise<void> {
    if (performance.now() - this.checkedAt < CHECK_INTERVAL_MS) return;
    this.checkedAt = performance.now();
    // List the collections first, so one that is created later cannot be dropped.
    const collections = await this.mongoStore.readModels
      .listCollections({}, { nameOnly: true })
      .toArray();
    const allCheckpoints = await this.checkpoints.collection.find({}).toArray();
    const liveProcessIds = new Set((await this.projectors.liveProcesses()).map(({ id }) => id));
    for (const { projection } of this.assignments.all) {
      const ownCheckpoint = allCheckpoints.find(
        ({ _id, owner }) =>
          _id === `${projection.name}@${projection.version}` && owner === this.projectors.processId,
      );
      if (!ownCheckpoint?.live) continue;
      const olderVersions = allCheckpoints.filter(
        (checkpoint) =>
          checkpoint.projection === projection.name && checkpoint.version < projection.version,
      );
      const abandonedVersions = olderVersions.filter(({ owner, _id, epoch }) => {
        const hasLiveOwner = owner !== null && liveProcessIds.has(owner);
        return (
          this.unusedSince.observeBeat(_id, hasLiveOwner ? `${owner}` : `left in ${epoch}`) >=
            OLDER_LIFETIME_MS && !hasLiveOwner
        );
      });
      for (const { _id, epoch } of abandonedVersions)
        await this.checkpoints.collection.deleteOne({ _id, epoch });
      const liveCollections = allCheckpoints
        .filter((checkpoint) => !abandonedVersions.includes(checkpoint))
        .flatMap(({ live }) => live?.collection ?? []);
      const sweptPrefixes = [ownCheckpoint, ...abandonedVersions].map(({ _id }) => `${_id}.`);
      for (const { name } of collections) {
        if (!sweptPrefixes.some((namePrefix) => name.startsWith(namePrefix))) continue;
        const isInUse = liveCollections.includes(name) || this.builds.collections.includes(name);
        if (
          this.unusedSince.observeBeat(name, isInUse ? `in use at ${this.checkedAt}` : 'unused') <
          REPLACED_LIFETIME_MS
        )
          continue;
        await this.parkingStore.forgetCollection(name);
        await this.mongoStore.readModels.dropCollection(name);
      }
    }
  }
}
