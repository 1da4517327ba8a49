import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Parking } from '../platform/projections/parking.js';
import type { AnyProjection, Projection } from '../platform/projections/projection.js';
import { ReadModels } from '../platform/projections/read-models.js';
import type { Audit } from './audit.js';
import type { Violation } from './check.js';
import { compareDocument, differing } from './comparison.js';
import type { Expected } from './expected.js';

const STALL_LIMIT_MS = 30_000;
const CHECK_INTERVAL_MS = 200;
const BATCH_SIZE = 1_000;
/** After this many differences, the comparison of a read model stops. */
const MAX_DIFFERENCES = 10_000;

/** The position of a read model; null if it does not exist. */
const positionOf = async (
  application: INestApplicationContext,
  { name }: AnyProjection,
): Promise<string | null> => {
  const live = (await application.get(Checkpoints).loadAll()).get(name)?.live;
  return live ? (live.position ?? '') : null;
};

/**
 * Waits until every read model has its last event. Returns those that stopped advancing. If no
 * process updates them, does not wait.
 */
const awaitReadModels = async (
  application: INestApplicationContext,
  expectedModels: readonly Expected[],
  onProgress: (progress: string) => void,
  isStopped: boolean,
): Promise<readonly Expected[]> => {
  let previousPositions = '';
  for (let unchangedSince = Date.now(); ; await delay(CHECK_INTERVAL_MS)) {
    const positions = await Promise.all(
      expectedModels.map(({ projection }) => positionOf(application, projection)),
    );
    const laggingModels = expectedModels.filter((expected, index) => {
      const modelPosition = positions[index] ?? null;
      return modelPosition === null || modelPosition < expected.lastPosition();
    });
    if (laggingModels.length === 0 || isStopped) return laggingModels;
    onProgress(`waiting for ${laggingModels.map(({ projection }) => projection.name).join(', ')}`);
    if (positions.join() !== previousPositions) unchangedSince = Date.now();
    else if (Date.now() - unchangedSince > STALL_LIMIT_MS) return laggingModels;
    previousPositions = positions.join();
  }
};

/**
 * Compares a read model with the fold of the log while both advance. For each difference, rereads
 * first the document and then the log to its new end, until it disappears or is proven.
 */
const compareReadModel = async (
  application: INestApplicationContext,
  expected: Expected,
  readToEnd: () => Promise<void>,
): Promise<Violation[]> => {
  const { name } = expected.projection;
  const readModels = application.get(ReadModels);
  const projection = expected.projection as unknown as Projection;
  const openDifferences = await readModels.walk(projection, async (collection) => {
    const differingIds = new Set<string>();
    for await (const documentId of differing(
      expected.documents.entriesInOrder(),
      collection.find({}).sort({ _id: 1 }).batchSize(BATCH_SIZE),
    ))
      if (differingIds.add(documentId).size === MAX_DIFFERENCES) break;
    return differingIds;
  });
  const violations: Violation[] = [];
  const reportProblem = (documentId: string, problem: string) => {
    openDifferences.delete(documentId);
    violations.push({ stream: `${name}/${documentId}`, revision: null, problem });
  };
  for (
    const deadline = Date.now() + STALL_LIMIT_MS;
    openDifferences.size > 0;
    await delay(CHECK_INTERVAL_MS)
  ) {
    const position = await positionOf(application, expected.projection);
    const batchIds = [...openDifferences].slice(0, BATCH_SIZE);
    const storedDocuments = await readModels.read(projection, (collection) =>
      collection.find({ _id: { $in: batchIds } }).toArray(),
    );
    await readToEnd();
    const documentsById = new Map(storedDocuments.map((document) => [document._id, document]));
    for (const documentId of batchIds) {
      const comparison = compareDocument(
        expected.documents.get(documentId),
        documentsById.get(documentId),
        position ?? '',
      );
      if (comparison === 'equal') openDifferences.delete(documentId);
      else if (comparison !== 'behind') reportProblem(documentId, comparison.problem);
      else if (Date.now() > deadline)
        reportProblem(documentId, `still behind the log after ${STALL_LIMIT_MS / 1_000} s`);
    }
  }
  return violations;
};

/** Streams that the projector has parked although they can be folded. */
const parkedViolations = async (
  application: INestApplicationContext,
  expectedModels: readonly Expected[],
): Promise<Violation[]> => {
  const checkpoints = [...(await application.get(Checkpoints).loadAll()).values()];
  const liveCollections = checkpoints.flatMap((checkpoint) => checkpoint.live?.collection ?? []);
  const parkedRows = await application
    .get(Parking)
    .rows.find({ collection: { $in: liveCollections } })
    .toArray();
  return parkedRows
    .filter(({ projection, stream }) =>
      expectedModels.some(
        (expected) => expected.projection.name === projection && !expected.leftOut.has(stream),
      ),
    )
    .map(({ projection, stream, revision, reason }) => ({
      stream,
      revision,
      problem: `${projection} parks the stream from here on: ${reason}`,
    }));
};

/**
 * `notCompared` contains the names of the read models that are behind while no process updates
 * them.
 */
export type ReadModelComparison = Readonly<{
  violations: readonly Violation[];
  notCompared: readonly string[];
}>;

/**
 * Compares every read model with the log. `readToEnd` reads the log to its current end. `isStopped`
 * means that no process updates the read models, so one that is behind stays behind.
 */
export const compareReadModels = async (
  application: INestApplicationContext,
  logAudit: Audit,
  readToEnd: () => Promise<void>,
  onProgress: (progress: string) => void,
  isStopped: boolean,
): Promise<ReadModelComparison> => {
  const stalledModels = await awaitReadModels(
    application,
    logAudit.expected,
    onProgress,
    isStopped,
  );
  const stalledNames = stalledModels.map(({ projection }) => projection.name);
  const violations: Violation[] = (isStopped ? [] : stalledNames).map((name) => ({
    stream: name,
    revision: null,
    problem: 'the read model does not reach the end of the log',
  }));
  for (const expected of logAudit.expected.filter(
    (expectedModel) => !stalledModels.includes(expectedModel),
  )) {
    onProgress(expected.projection.name);
    violations.push(...(await compareReadModel(application, expected, readToEnd)));
  }
  violations.push(...(await parkedViolations(application, logAudit.expected)));
  return { violations, notCompared: isStopped ? stalledNames : [] };
};
