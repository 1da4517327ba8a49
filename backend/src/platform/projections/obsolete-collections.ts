import { Injectable } from '@nestjs/common';
import { Mongo } from '../stores/mongo.js';
import { Builds } from './builds.js';
import { Checkpoints } from './checkpoints.js';
import { Assignments } from './assignments.js';
import { Parking } from './parking.js';
import { Projectors } from './projectors.js';
import { Heartbeats } from './heartbeats.js';

/** How long a replaced collection remains for reads that have started on it. */
const REPLACED_KEPT_MS = 10_000;
/**
 * How long an older version remains after its last process stopped, while its readers are replaced.
 */
const OLDER_KEPT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** Drops replaced collections, abandoned builds, and older versions that no process runs. */
@Injectable()
export class ObsoleteCollections {
  private readonly unused = new Heartbeats();
  private lookedAt = 0;

  constructor(
    private readonly mongo: Mongo,
    private readonly checkpoints: Checkpoints,
    private readonly assignments: Assignments,
    private readonly builds: Builds,
    private readonly parking: Parking,
    private readonly projectors: Projectors,
  ) {}

  /** Checks periodically. Only the owner of a projection drops its collections. */
  async sweep(): Promise<void> {
    if (performance.now() - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = performance.now();
    // List the collections first, so one that is created later cannot be dropped.
    const found = await this.mongo.readModels.listCollections({}, { nameOnly: true }).toArray();
    const all = await this.checkpoints.collection.find({}).toArray();
    const alive = new Set((await this.projectors.alive()).map(({ id }) => id));
    for (const { projection } of this.assignments.all) {
      const own = all.find(
        ({ _id, owner }) =>
          _id === `${projection.name}@${projection.version}` && owner === this.projectors.id,
      );
      if (!own?.live) continue;
      const older = all.filter(
        (one) => one.projection === projection.name && one.version < projection.version,
      );
      const left = older.filter(({ owner, _id, epoch }) => {
        const kept = owner !== null && alive.has(owner);
        return (
          this.unused.observe(_id, kept ? `${owner}` : `left in ${epoch}`) >= OLDER_KEPT_MS && !kept
        );
      });
      for (const { _id, epoch } of left)
        await this.checkpoints.collection.deleteOne({ _id, epoch });
      const pointedAt = all
        .filter((one) => !left.includes(one))
        .flatMap(({ live }) => live?.collection ?? []);
      const swept = [own, ...left].map(({ _id }) => `${_id}.`);
      for (const { name } of found) {
        if (!swept.some((prefix) => name.startsWith(prefix))) continue;
        const inUse = pointedAt.includes(name) || this.builds.collections.includes(name);
        if (
          this.unused.observe(name, inUse ? `in use at ${this.lookedAt}` : 'unused') <
          REPLACED_KEPT_MS
        )
          continue;
        await this.parking.dropped(name);
        await this.mongo.readModels.dropCollection(name);
      }
    }
  }
}
