import type { AuditChange } from '@courtly/contracts/audit';

type Leaves = ReadonlyMap<string, string>;

/** What is no business of anybody at a desk: with it a browser pays. */
const SECRETS: readonly string[] = ['clientSecret'];
const HIDDEN = 'not shown';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Objects, and lists of them, have fields of their own; lists of texts and numbers are read as one. */
const partsOf = (value: unknown): [string, unknown][] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return [];
  return Object.entries(value);
};

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const collect = (value: unknown, path: string, leaves: Map<string, string>): void => {
  if (isNothing(value)) return;
  const parts = partsOf(value);
  if (parts.length === 0) leaves.set(path, textOf(value));
  for (const [name, part] of parts) collect(part, path === '' ? name : `${path}.${name}`, leaves);
};

/** A state as plain JSON, without secrets. */
export const plain = (value: unknown): unknown =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (name, part: unknown) =>
          SECRETS.includes(name) && part ? HIDDEN : part,
        ),
      ) as unknown);

/** Every field of a state by its path (`players.0.side`), as text; what is null, missing or an empty list has none. */
export const leavesOf = (state: unknown): Leaves => {
  const leaves = new Map<string, string>();
  collect(plain(state), '', leaves);
  return leaves;
};

/** The fields in which two states differ, in the order of the later one; those that are gone come last. */
export const changesBetween = (before: unknown, after: unknown): AuditChange[] => {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
};
