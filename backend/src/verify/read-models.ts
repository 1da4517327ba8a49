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

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 200;
const TOGETHER = 1_000;
/** Stop comparing a read model after this many differences. */
const MOST_DIFFERING = 10_000;

/** The position of a read model; empty if it does not exist. */
const positionOf = async (app: INestApplicationContext, { name }: AnyProjection): Promise<string> =>
  (await app.get(Checkpoints).loadAll()).get(name)?.live?.position ?? '';

/** Waits until every read model reaches a position, and returns those that stopped advancing. */
const awaitReadModels = async (
  app: INestApplicationContext,
  all: readonly Expected[],
  position: string | null,
  tell: (progress: string) => void,
): Promise<readonly Expected[]> => {
  let before = '';
  for (let since = Date.now(); ; await delay(LOOK_AGAIN_MS)) {
    const positions = await Promise.all(all.map(({ projection }) => positionOf(app, projection)));
    const behind = all.filter((_, index) => positions[index]! < (position ?? ''));
    if (behind.length === 0) return [];
    tell(`waiting for ${behind.map(({ projection }) => projection.name).join(', ')}`);
    if (positions.join() !== before) since = Date.now();
    else if (Date.now() - since > PATIENCE_MS) return behind;
    before = positions.join();
  }
};

/**
 * Compares a read model with the fold of the log while both advance. Rereads each difference, first
 * the document and then the log to its new end, until it disappears or is proven.
 */
const compareReadModel = async (
  app: INestApplicationContext,
  expected: Expected,
  readOn: () => Promise<void>,
): Promise<Violation[]> => {
  const { name } = expected.projection;
  const readModels = app.get(ReadModels);
  const projection = expected.projection as unknown as Projection;
  const open = await readModels.walk(projection, async (documents) => {
    const ids = new Set<string>();
    for await (const id of differing(
      expected.documents.entriesInOrder(),
      documents.find({}).sort({ _id: 1 }).batchSize(TOGETHER),
    ))
      if (ids.add(id).size === MOST_DIFFERING) break;
    return ids;
  });
  const violations: Violation[] = [];
  const report = (id: string, problem: string) => {
    open.delete(id);
    violations.push({ stream: `${name}/${id}`, revision: null, problem });
  };
  for (const deadline = Date.now() + PATIENCE_MS; open.size > 0; await delay(LOOK_AGAIN_MS)) {
    const position = await positionOf(app, expected.projection);
    const ids = [...open].slice(0, TOGETHER);
    const found = await readModels.read(projection, (documents) =>
      documents.find({ _id: { $in: ids } }).toArray(),
    );
    await readOn();
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const id of ids) {
      const verdict = compareDocument(expected.documents.get(id), byId.get(id), position);
      if (verdict === 'equal') open.delete(id);
      else if (verdict !== 'behind') report(id, verdict.problem);
      else if (Date.now() > deadline)
        report(id, `still behind the log after ${PATIENCE_MS / 1_000} s`);
    }
  }
  return violations;
};

/** Streams that the projector has parked although the log can be folded. */
const parkedViolations = async (
  app: INestApplicationContext,
  all: readonly Expected[],
): Promise<Violation[]> => {
  const checkpoints = [...(await app.get(Checkpoints).loadAll()).values()];
  const live = checkpoints.flatMap((checkpoint) => checkpoint.live?.collection ?? []);
  const parked = await app
    .get(Parking)
    .rows.find({ collection: { $in: live } })
    .toArray();
  return parked
    .filter(({ projection, stream }) =>
      all.some(
        (expected) => expected.projection.name === projection && !expected.leftOut.has(stream),
      ),
    )
    .map(({ projection, stream, revision, reason }) => ({
      stream,
      revision,
      problem: `${projection} parks the stream from here on: ${reason}`,
    }));
};

/** Compares every read model with the log. `readOn` reads the log to its current end. */
export const compareReadModels = async (
  app: INestApplicationContext,
  log: Audit,
  readOn: () => Promise<void>,
  tell: (progress: string) => void,
): Promise<Violation[]> => {
  const stuck = await awaitReadModels(app, log.expected, log.position(), tell);
  const violations: Violation[] = stuck.map(({ projection: { name } }) => ({
    stream: name,
    revision: null,
    problem: 'the read model does not reach the end of the log',
  }));
  for (const expected of log.expected.filter((one) => !stuck.includes(one))) {
    tell(expected.projection.name);
    violations.push(...(await compareReadModel(app, expected, readOn)));
  }
  return [...violations, ...(await parkedViolations(app, log.expected))];
};
