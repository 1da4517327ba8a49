import type { Document } from './bson-reader.js';
import { allowOnly, CommandError, notSupported } from './errors.js';
import { compileExpression, type Expression } from './expressions.js';
import { compileGroup } from './group.js';
import { isDocument } from './key-string.js';
import { compileFilter } from './matcher.js';
import { own, parsePath, parseSort, sortKey, type Path } from './paths.js';
import { compileProjection, isFlag } from './projection.js';

export type Stage = (documents: Document[]) => Document[];

function documentOf(given: unknown, name: string): Document {
  if (!isDocument(given))
    throw new CommandError(15981, `the ${name} stage specification must be an object`);
  return given;
}

export function whole(given: unknown, name: string, least: number): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < least)
    throw new CommandError(15958, `invalid argument to ${name} stage: ${String(given)}`);
  return number;
}

function sort(given: unknown): Stage {
  const spec = parseSort(documentOf(given, '$sort'));
  if (spec.length === 0)
    throw new CommandError(15976, '$sort stage must have at least one sort key');
  return (documents) =>
    documents
      .map((document) => ({ document, key: sortKey(document, spec) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ document }) => document);
}

/** A nested document of flags only is an inclusion written another way. */
const isFlagTree = (value: unknown): boolean =>
  isFlag(value) ||
  (isDocument(value) && Object.keys(value).length > 0 && Object.values(value).every(isFlagTree));

function computed(fields: [string, unknown][], stage: string): [string, Expression][] {
  return fields.map(([name, given]) => {
    if (name.includes('.') || name.startsWith('$') || name === '__proto__')
      throw notSupported(`the computed field '${name}' of ${stage}`);
    const literal = isDocument(given) && !Object.keys(given)[0]?.startsWith('$');
    if (literal) throw notSupported(`the nested computed field '${name}' of ${stage}`);
    return [name, compileExpression(given)];
  });
}

function assign(
  document: Document,
  fields: readonly [string, Expression][],
  source: Document,
): Document {
  const result = { ...document };
  for (const [name, expression] of fields) {
    const value = expression(source);
    if (value === undefined) Reflect.deleteProperty(result, name);
    else result[name] = value;
  }
  return result;
}

function project(given: unknown): Stage {
  const entries = Object.entries(documentOf(given, '$project'));
  if (entries.length === 0)
    throw new CommandError(51272, '$project specification must have at least one field');
  const fields = computed(
    entries.filter(([, value]) => !isFlagTree(value)),
    '$project',
  );
  const flags = Object.fromEntries(entries.filter(([, value]) => isFlagTree(value)));
  if (fields.length === 0) return (documents) => documents.map(compileProjection(flags)!);
  const others = Object.keys(flags).filter((name) => name !== '_id');
  const withoutId = Object.hasOwn(flags, '_id') && !Number(flags['_id']);
  if (others.length === 0) flags['_id'] = 1;
  const keep = compileProjection(flags)!;
  if (others.some((name) => isFlag(flags[name]) && !Number(flags[name])))
    throw new CommandError(31252, 'Cannot compute a field in exclusion projection');
  return (documents) =>
    documents.map((document) => {
      const kept = keep(document);
      if (withoutId) Reflect.deleteProperty(kept, '_id');
      return assign(kept, fields, document);
    });
}

function addFields(given: unknown): Stage {
  const fields = computed(Object.entries(documentOf(given, '$addFields')), '$addFields');
  if (fields.length === 0)
    throw new CommandError(
      40177,
      'Invalid $addFields :: caused by :: specification must have at least one field',
    );
  return (documents) => documents.map((document) => assign(document, fields, document));
}

/** A copy of the document in which the value at a path of plain documents is another one, or gone. */
function withValue(document: Document, [name, ...rest]: Path, value: unknown): Document {
  const result = { ...document };
  const next = rest.length === 0 ? value : withValue(own(document, name!) as Document, rest, value);
  if (next === undefined) Reflect.deleteProperty(result, name!);
  else result[name!] = next;
  return result;
}

function unwind(given: unknown): Stage {
  const options = typeof given === 'string' ? { path: given } : documentOf(given, '$unwind');
  allowOnly(
    Object.keys(options),
    new Set(['path', 'preserveNullAndEmptyArrays']),
    (name) => `the option '${name}' of $unwind`,
  );
  const { path: text, preserveNullAndEmptyArrays: preserve = false } = options as Document;
  if (typeof text !== 'string' || !text.startsWith('$'))
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const path = parsePath(text.slice(1));
  return (documents) =>
    documents.flatMap((document) => {
      const value = path.reduce<unknown>(
        (at, name) => (isDocument(at) ? own(at, name) : undefined),
        document,
      );
      if (Array.isArray(value) && value.length > 0)
        return value.map((item) => withValue(document, path, item));
      if (Array.isArray(value)) return preserve ? [withValue(document, path, undefined)] : [];
      return preserve || (value !== undefined && value !== null) ? [document] : [];
    });
}

function count(given: unknown): Stage {
  if (typeof given !== 'string' || given === '' || given.includes('.') || given.startsWith('$')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without . or $');
  }
  return (documents) => (documents.length === 0 ? [] : [{ [given]: documents.length }]);
}

const STAGES: Record<string, (given: unknown) => Stage> = {
  $match: (given) => {
    const matches = compileFilter(documentOf(given, '$match'));
    return (documents) => documents.filter(matches);
  },
  $sort: sort,
  $limit: (given) => {
    const limit = whole(given, '$limit', 1);
    return (documents) => documents.slice(0, limit);
  },
  $skip: (given) => {
    const skip = whole(given, '$skip', 0);
    return (documents) => documents.slice(skip);
  },
  $project: project,
  $addFields: addFields,
  $unwind: unwind,
  $group: (given) => compileGroup(documentOf(given, '$group')),
  $count: count,
};

export const STAGE_NAMES: readonly string[] = Object.keys(STAGES);

/** Compiles one stage; anything outside the allow-list is refused here. */
export function compileStage(stage: Document): Stage {
  const [name = '', ...more] = Object.keys(stage);
  if (more.length > 0 || name === '')
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  if (!Object.hasOwn(STAGES, name)) throw notSupported(`the pipeline stage '${name}'`);
  return STAGES[name]!(stage[name]);
}
