import type { AuditChange } from '@courtly/contracts/audit';

type FieldTexts = ReadonlyMap<string, string>;

/** Not for admins: a browser pays with it. */
const SECRET_FIELDS: readonly string[] = ['clientSecret'];
const HIDDEN_VALUE = 'hidden';

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A list of texts or numbers is one value. */
const nestedFields = (value: unknown): [string, unknown][] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object')) return [];
  return Object.entries(value);
};

const isEmptyValue = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const collectFields = (value: unknown, path: string, fieldTexts: Map<string, string>): void => {
  if (isEmptyValue(value)) return;
  const nestedValues = nestedFields(value);
  if (nestedValues.length === 0) fieldTexts.set(path, valueText(value));
  for (const [fieldName, nestedValue] of nestedValues)
    collectFields(nestedValue, path === '' ? fieldName : `${path}.${fieldName}`, fieldTexts);
};

/** Replaces secrets. */
export const toPlainJson = (value: unknown): unknown =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (fieldName, nestedValue: unknown) =>
          SECRET_FIELDS.includes(fieldName) && nestedValue ? HIDDEN_VALUE : nestedValue,
        ),
      ) as unknown);

/** Fields as text by their path (`players.0.side`), without null, missing, and empty ones. */
export const flattenState = (state: unknown): FieldTexts => {
  const fieldTexts = new Map<string, string>();
  collectFields(toPlainJson(state), '', fieldTexts);
  return fieldTexts;
};

/** In the order of the later state; removed fields come last. */
export const stateChanges = (stateBefore: unknown, stateAfter: unknown): AuditChange[] => {
  const [textsBefore, textsAfter] = [flattenState(stateBefore), flattenState(stateAfter)];
  return [...new Set([...textsAfter.keys(), ...textsBefore.keys()])]
    .map((field) => ({
      field,
      before: textsBefore.get(field) ?? null,
      after: textsAfter.get(field) ?? null,
    }))
    .filter((change) => change.before !== change.after);
};
