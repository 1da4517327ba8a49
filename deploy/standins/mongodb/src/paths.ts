import type { Document } from './bson-reader.js';
import { notSupported } from './errors.js';
import { compoundKey, EMPTY_ARRAY, isDocument } from './key-string.js';
import { printValue } from './print-value.js';

/** A dotted path cut into its names. */
export type Path = readonly string[];

export function parsePath(path: string): Path {
  const parts = path.split('.');
  if (parts.some((part) => part === ''))
    throw notSupported(`the field path '${path}' with an empty name`);
  return parts;
}

export const isPosition = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** Whether `test` holds for a value the path leads to, through any element of the arrays on its way; missing is undefined. */
export function reaches(
  value: unknown,
  path: Path,
  test: (leaf: unknown) => boolean,
  from = 0,
): boolean {
  const part = path[from];
  if (part === undefined) return test(value);
  if (!Array.isArray(value))
    return isDocument(value) ? reaches(own(value, part), path, test, from + 1) : test(undefined);
  if (
    isPosition(part) &&
    Number(part) < value.length &&
    reaches(value[Number(part)], path, test, from + 1)
  )
    return true;
  return value.some((item) => isDocument(item) && reaches(item, path, test, from));
}

/** A field of the document itself, never one of its prototype. */
export const own = (document: Document, name: string): unknown =>
  Object.hasOwn(document, name) ? document[name] : undefined;

export type PathKeys = { values: unknown[]; through: string | null };

/** What an index or a sort sees at a path: every element of arrays on the way, null for missing. `through` names the first array met. */
export function keysAt(document: Document, path: Path): PathKeys {
  const values: unknown[] = [];
  let through: string | null = null;
  const walk = (value: unknown, from: number): void => {
    if (Array.isArray(value)) {
      through ??= path.slice(0, from).join('.');
      if (from === path.length) values.push(...(value.length === 0 ? [EMPTY_ARRAY] : value));
      else if (isPosition(path[from]!))
        throw notSupported(
          `a position in the array path '${path.join('.')}' of a sort or an index`,
        );
      else if (value.length === 0) values.push(null);
      else for (const item of value) walk(isDocument(item) ? item : null, from);
    } else if (from === path.length) values.push(value);
    else
      walk(
        isDocument(value) ? own(value, path[from]!) : null,
        isDocument(value) ? from + 1 : path.length,
      );
  };
  walk(document, 0);
  return { values, through };
}

/** The value a path of plain documents leads to, as a projection or an expression of one step reads it. */
export type SortSpec = readonly { path: Path; direction: 1 | -1 }[];

/** A text by which documents sort: of an array the least element ascending, the greatest descending. */
export function sortKey(document: Document, spec: SortSpec): string {
  let arrays = 0;
  const parts = spec.map(({ path, direction }) => {
    const { values, through } = keysAt(document, path);
    if (through !== null && ++arrays > 1) throw notSupported('a sort by two array fields');
    return values.reduce<string | null>((least, value) => {
      const key = compoundKey([value], [direction]);
      return least === null || key < least ? key : least;
    }, null);
  });
  return parts.join('');
}

/** Checks `{ field: 1 | -1, ... }`, whose order counts. */
export function parseSort(sort: Document): SortSpec {
  return Object.entries(sort).map(([name, given]) => {
    const direction = Number(given);
    if (direction !== 1 && direction !== -1)
      throw notSupported(`the sort { ${name}: ${printValue(given)} }`);
    if (name.startsWith('$')) throw notSupported(`sorting by '${name}'`);
    return { path: parsePath(name), direction };
  });
}
