import type { AuditChange } from '@courtly/contracts/audit';

type FieldTexts = ReadonlyMap<string, string>;

/** Hidden even from admins, because a browser can pay with it. */
const SECRET_FIELDS: readonly string[] = ['clientSecret'];
const HIDDEN_VALUE = 'hidden';

const valueText = (fieldValue: unknown): string =>
  typeof fieldValue === 'string' ? fieldValue : JSON.stringify(fieldValue);

/** A list of texts or numbers counts as one value. */
const nestedFields = (fieldValue: unknown): [string, unknown][] => {
  if (typeof fieldValue !== 'object' || fieldValue === null) return [];
  if (Array.isArray(fieldValue) && fieldValue.every((element) => typeof element !== 'object'))
    return [];
  return Object.entries(fieldValue);
};

const isEmptyValue = (fieldValue: unknown): boolean =>
  fieldValue === null || (typeof fieldValue === 'object' && Object.keys(fieldValue).length === 0);

const collectFields = (fieldValue: unknown, fieldPath: string, fieldTexts: Map<string, string>) => {
  if (isEmptyValue(fieldValue)) return;
  const nestedValues = nestedFields(fieldValue);
  if (nestedValues.length === 0) fieldTexts.set(fieldPath, valueText(fieldValue));
  for (const [fieldName, nestedValue] of nestedValues)
    collectFields(
      nestedValue,
      fieldPath === '' ? fieldName : `${fieldPath}.${fieldName}`,
      fieldTexts,
    );
};

/** Converts a value to plain JSON, without secrets. */
export const toPlainJson = (fieldValue: unknown): unknown =>
  fieldValue === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(fieldValue, (fieldName, nestedValue: unknown) =>
          SECRET_FIELDS.includes(fieldName) && nestedValue ? HIDDEN_VALUE : nestedValue,
        ),
      ) as unknown);

/**
 * The fields of a state as text, by path (`players.0.side`). Null, missing, and empty fields are
 * omitted.
 */
export const flattenState = (foldedState: unknown): FieldTexts => {
  const fieldTexts = new Map<string, string>();
  collectFields(toPlainJson(foldedState), '', fieldTexts);
  return fieldTexts;
};

/** The changes in the order of the later state. Removed fields come last. */
export const stateChanges = (stateBefore: unknown, stateAfter: unknown): AuditChange[] => {
  const [textsBefore, textsAfter] = [flattenState(stateBefore), flattenState(stateAfter)];
  return [...new Set([...textsAfter.keys(), ...textsBefore.keys()])]
    .map((fieldName) => ({
      field: fieldName,
      before: textsBefore.get(fieldName) ?? null,
      after: textsAfter.get(fieldName) ?? null,
    }))
    .filter((change) => change.before !== change.after);
};
