import type { Document } from './bson-reader.js';
import { CommandError, notSupported } from './errors.js';
import { isDocument } from './key-string.js';
import { numeric } from './numbers.js';
import { parsePath } from './paths.js';
import { printValue } from './print-value.js';

type Tree = { [name: string]: Tree | true };

/** What a find does to each document: keeps or drops fields. */
export type Projection = (document: Document) => Document;

/** 1, 1.0, 1n and true include; their zeros exclude; anything else would compute a value. */
export const isFlag = (value: unknown): boolean =>
  typeof value === 'boolean' || numeric(value) !== null;

function flag(name: string, value: unknown): boolean {
  if (isFlag(value)) return Number(value) !== 0;
  throw notSupported(`the projection { ${name}: ${printValue(value)} }`);
}

function plant(tree: Tree, name: string): void {
  if (name.startsWith('$') || name.includes('.$'))
    throw notSupported(`the positional projection '${name}'`);
  const path = parsePath(name);
  let node = tree;
  path.forEach((part, i) => {
    const next = Object.hasOwn(node, part) ? node[part] : undefined;
    const last = i === path.length - 1;
    if (next === true || (last && next)) throw new CommandError(31249, `Path collision at ${name}`);
    if (last) node[part] = true;
    else node = next ?? ((node[part] = {}) as Tree);
  });
}

function include(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value))
    return value.map((item) => include(item, tree)).filter((item) => item !== undefined);
  if (!isDocument(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const branch = Object.hasOwn(tree, name) ? tree[name] : undefined;
      const kept = branch === true ? field : branch && include(field, branch);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function exclude(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => exclude(item, tree));
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const branch = Object.hasOwn(tree, name) ? tree[name] : undefined;
      return branch === true ? [] : [[name, branch ? exclude(field, branch) : field]];
    }),
  );
}

/** Flattens `{ a: { b: 1 } }` to `{ 'a.b': 1 }`, which means the same. */
function flatten(projection: Document, prefix = ''): [string, boolean][] {
  return Object.entries(projection).flatMap(([name, value]) => {
    if (
      isDocument(value) &&
      Object.keys(value).length > 0 &&
      !Object.keys(value)[0]!.startsWith('$')
    ) {
      return flatten(value, `${prefix}${name}.`);
    }
    return [[prefix + name, flag(prefix + name, value)] as [string, boolean]];
  });
}

/** Inclusion or exclusion of fields by dotted paths, `_id` apart; null when the whole document is wanted. */
export function compileProjection(projection: Document | undefined): Projection | null {
  const flags = flatten(projection ?? {});
  if (flags.length === 0) return null;
  const id = flags.find(([name]) => name === '_id')?.[1];
  const others = flags.filter(([name]) => name !== '_id');
  const including = others[0]?.[1] ?? id === true;
  const mixed = others.find(([, wanted]) => wanted !== including);
  if (mixed) {
    const kind = including ? 'inclusion' : 'exclusion';
    const code = including ? 31254 : 31253;
    throw new CommandError(
      code,
      `Cannot do ${including ? 'exclusion' : 'inclusion'} on field ${mixed[0]} in ${kind} projection`,
    );
  }
  const tree: Tree = {};
  for (const [name] of others) plant(tree, name);
  if (including ? id !== false && !Object.hasOwn(tree, '_id') : id === false) tree['_id'] = true;
  return (document) => (including ? include(document, tree) : exclude(document, tree)) as Document;
}
