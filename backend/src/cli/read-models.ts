import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Mongo } from '../kernel/mongo.js';
import type { Checkpoint, Parked } from '../projections/checkpoint.js';
import type { AnyProjection, Stored } from '../projections/projection.js';
import type { Folded } from './audit.js';
import type { Violation } from './check.js';
import { agrees, compareDocument } from './comparison.js';

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 200;
const TOGETHER = 1_000;

/** How far a read model is; empty where it is not there, or is still of another version. */
const positionOf = async (mongo: Mongo, { name, version }: AnyProjection): Promise<string> => {
  const checkpoint = await mongo.readModels.collection<Checkpoint>('checkpoints').findOne({ _id: name });
  return checkpoint?.version === version ? (checkpoint.position ?? '') : '';
};

/** Waits until every read model shows the log up to a position. Answers those that stopped moving before. */
export const awaitReadModels = async (
  app: INestApplicationContext,
  folds: readonly Folded[],
  position: string | null,
  tell: (progress: string) => void,
): Promise<readonly Folded[]> => {
  const mongo = app.get(Mongo);
  let before = '';
  for (let since = Date.now(); ; await delay(LOOK_AGAIN_MS)) {
    const positions = await Promise.all(folds.map(({ projection }) => positionOf(mongo, projection)));
    const behind = folds.filter((_, index) => positions[index]! < (position ?? ''));
    if (behind.length === 0) return [];
    tell(`waiting for ${behind.map(({ projection }) => projection.name).join(', ')}`);
    if (positions.join() !== before) since = Date.now();
    else if (Date.now() - since > PATIENCE_MS) return behind;
    before = positions.join();
  }
};

/**
 * Compares a read model with the fold of the log, document by document, while both may go on. What differs is looked at
 * again: first the document, then the log to its new end, until the difference is gone or cannot have a good reason.
 */
export const compareReadModel = async (
  app: INestApplicationContext,
  folded: Folded,
  readOn: () => Promise<void>,
): Promise<Violation[]> => {
  const mongo = app.get(Mongo);
  const { name } = folded.projection;
  const collection = mongo.readModels.collection<Stored>(name);
  const open = new Set(folded.documents.keys());
  for await (const document of collection.find({})) {
    if (agrees(folded, document)) open.delete(document._id);
    else open.add(document._id);
  }
  const violations: Violation[] = [];
  const report = (id: string, problem: string) => {
    open.delete(id);
    violations.push({ stream: `${name}/${id}`, revision: null, problem });
  };
  for (const deadline = Date.now() + PATIENCE_MS; open.size > 0; await delay(LOOK_AGAIN_MS)) {
    const position = await positionOf(mongo, folded.projection);
    const ids = [...open].slice(0, TOGETHER);
    const found = await collection.find({ _id: { $in: ids } }).toArray();
    await readOn();
    const byId = new Map(found.map((document) => [document._id, document]));
    for (const id of ids) {
      const verdict = compareDocument(folded, id, byId.get(id), position);
      if (verdict === 'equal') open.delete(id);
      else if (verdict !== 'behind') report(id, verdict.problem);
      else if (Date.now() > deadline) report(id, `still behind the log after ${PATIENCE_MS / 1_000} s`);
    }
  }
  return violations;
};

/** The streams that the running projector leaves out although they can be folded here. */
export const parkedViolations = async (
  app: INestApplicationContext,
  folds: readonly Folded[],
): Promise<Violation[]> => {
  const parked = await app.get(Mongo).readModels.collection<Parked>('parked').find({}).toArray();
  return parked
    .filter(({ projection, stream }) =>
      folds.some((folded) => folded.projection.name === projection && !folded.leftOut.has(stream)),
    )
    .map(({ projection, stream, revision, reason }) => ({
      stream,
      revision,
      problem: `${projection} leaves the stream out from here on: ${reason}`,
    }));
};
