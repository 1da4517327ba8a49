import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { type Checkpoint, checkpointId } from '@courtly/backend/platform/projections/checkpoint';
import { Checkpoints } from '@courtly/backend/platform/projections/checkpoints';
import { collectionHash } from '@courtly/backend/platform/projections/content-hash';
import { Parking } from '@courtly/backend/platform/projections/parking';
import type { StoredDocument } from '@courtly/backend/platform/projections/projection';
import { allProjections } from '@courtly/backend/slices';
import { EventStore } from '@courtly/backend/platform/stores/event-store';
import { Mongo } from '@courtly/backend/platform/stores/mongo';
import { readLog } from '@courtly/backend/verify/log';
import type { INestApplicationContext } from '@nestjs/common';
import { type Changed, courtDemand, newerSlices } from './newer-slices.js';

/** The document counts and hashes of both programs after each has processed the whole log. */
export type VersionComparison = Readonly<{
  different: string[];
  parked: number;
  requests: number;
  counted: number;
}>;

const POLL_INTERVAL_MS = 200;
const SHOWN_WITHIN_MS = 60_000;

const newerProjections = (changedModels: Changed) =>
  newerSlices(changedModels).flatMap(({ projections }) => projections);

const byId = async (
  application: INestApplicationContext,
): Promise<ReadonlyMap<string, Checkpoint>> => {
  const checkpoints = await application.get(Checkpoints).collection.find({}).toArray();
  return new Map(checkpoints.map((checkpoint) => [checkpoint._id, checkpoint]));
};

export const untilNewerIsComplete = (commandLine: Cli, changedModels: Changed): Promise<void> =>
  withApplication(commandLine, async (application) => {
    const isLive = (checkpoints: ReadonlyMap<string, Checkpoint>) =>
      newerProjections(changedModels).every(
        (projection) => checkpoints.get(checkpointId(projection))?.live,
      );
    while (!isLive(await byId(application)))
      await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted });
  });

/**
 * Waits until both programs have processed the log, then compares them.
 * @throws Error after a minute
 */
export const compareVersions = (
  commandLine: Cli,
  changedModels: Changed,
): Promise<VersionComparison> =>
  withApplication(commandLine, async (application) => {
    const logEnd = (await application.get(EventStore).readLogEnd())!;
    const projectionIds = [...allProjections, ...newerProjections(changedModels)].map(checkpointId);
    let checkpoints = await byId(application);
    const behind = () =>
      projectionIds.filter(
        (readModelName) => (checkpoints.get(readModelName)?.live?.position ?? '') < logEnd,
      );
    for (
      const deadlineMs = performance.now() + SHOWN_WITHIN_MS;
      behind().length > 0;
      checkpoints = await byId(application)
    ) {
      if (performance.now() > deadlineMs) throw new Error(`${behind().join(', ')}: behind the log`);
      await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted });
    }
    const collectionOf = (readModelName: string) =>
      application
        .get(Mongo)
        .readModels.collection<StoredDocument>(checkpoints.get(readModelName)!.live!.collection);
    const different: string[] = [];
    for (const currentProjections of changedModels === 'every' ? allProjections : []) {
      const { name, version } = currentProjections;
      const requestIds = [currentProjections, { name, version: version + 1 }].map(checkpointId);
      const [currentHash, nextHash] = await Promise.all(
        requestIds.map((readModelName) => collectionHash(collectionOf(readModelName))),
      );
      if (currentHash !== nextHash) different.push(name);
    }
    const demandDocuments = await collectionOf(checkpointId(courtDemand)).find({}).toArray();
    const countedRequests = demandDocuments.reduce(
      (subtotal, document) => subtotal + (document as unknown as { requests: number }).requests,
      0,
    );
    let requestCount = 0;
    for await (const eventBatch of readLog(application, null, commandLine.interrupted))
      requestCount += eventBatch.filter(({ type }) => type === 'BookingRequested').length;
    return {
      different,
      parked: await application.get(Parking).rows.countDocuments({}),
      requests: requestCount,
      counted: countedRequests,
    };
  });
