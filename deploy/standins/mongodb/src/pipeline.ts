import type { Document } from './bson-reader.js';
import type { Collection } from './collection.js';
import { notSupported } from './errors.js';
export function runPipeline(_collection: Collection | undefined, _pipeline: unknown): Document[] {
  throw notSupported('aggregate');
}
