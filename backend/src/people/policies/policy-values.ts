import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import { Policy } from '@courtly/contracts/policy';
import { plainErrorMessage } from '@courtly/contracts/plain-errors';
import { DomainError } from '../../platform/kernel/domain-error.js';

/** The path of a city's value. The name of a city may contain dots. */
const cityValuePattern = /^cities\.(.+)\.(tax\.name|tax\.rate|tax\.included|tax|allInPrices)$/;
const CITIES = 'cities.';

const flattenValues = (nestedValues: object, namePrefix = ''): [string, PolicyValue][] =>
  Object.entries(nestedValues).flatMap(([valueName, policyValue]: [string, unknown]) =>
    typeof policyValue === 'object' && policyValue !== null
      ? flattenValues(policyValue, `${namePrefix}${valueName}.`)
      : [[`${namePrefix}${valueName}`, policyValue as PolicyValue]],
  );

/** All values except the id, by path: `feeShare`, `elite.graceDays`. */
export const policyValuesOf = ({ id: _, ...policyWithoutId }: Policy): PolicyValues =>
  Object.fromEntries(flattenValues(policyWithoutId));

const pathOf = (valueName: string): string[] => {
  const [, city, cityValue] = cityValuePattern.exec(valueName) ?? [];
  return city && cityValue ? ['cities', city, ...cityValue.split('.')] : valueName.split('.');
};

/** Nests values by path, in objects without a prototype, because people enter the city names. */
const nestedValues = (values: PolicyValues): Record<string, unknown> => {
  const root = Object.create(null) as Record<string, unknown>;
  for (const [valueName, policyValue] of Object.entries(values)) {
    const path = pathOf(valueName);
    let parent = root;
    for (const part of path.slice(0, -1)) {
      const child = parent[part];
      parent = (
        typeof child === 'object' && child !== null
          ? child
          : (parent[part] = Object.create(null) as object)
      ) as Record<string, unknown>;
    }
    parent[path.at(-1)!] = policyValue;
  }
  return root;
};

const parsed = (policyId: string, values: PolicyValues) =>
  Policy.safeParse({ ...nestedValues(values), id: policyId }, { error: plainErrorMessage });

/** The values whose names this release knows. */
const withoutUnknown = (values: PolicyValues): PolicyValues => {
  const { error } = parsed('known', values);
  const unknownNames = (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [],
  );
  const knownValues = Object.entries(values).filter(
    ([valueName]) =>
      !unknownNames.some((name) => valueName === name || valueName.startsWith(`${name}.`)),
  );
  return Object.fromEntries(knownValues);
};

/**
 * The policy with these values. Values that only a later release knows are ignored, and missing
 * values have their defaults.
 * @throws Error if this release does not allow a value
 */
export const recordedPolicy = (policyId: string, values: PolicyValues): Policy => {
  const known = parsed(policyId, withoutUnknown(values));
  if (known.success) return known.data;
  const fieldNames = known.error.issues.map(({ path }) => path.join('.'));
  throw new Error(`This release does not allow the policy ${policyId}: ${fieldNames.join(', ')}`);
};

/**
 * The complete values of a draft. A value that the draft does not name stays unchanged. A city that
 * it does not name is removed, and so is a value that only another release knows.
 * @throws DomainError invalid_request, with the name of each value that is not allowed
 */
export const draftValues = (replaced: PolicyValues, draft: PolicyValues): PolicyValues => {
  const keptValues = Object.entries(withoutUnknown(replaced)).filter(
    ([name]) => !name.startsWith(CITIES),
  );
  const result = parsed('draft', { ...Object.fromEntries(keptValues), ...draft });
  if (result.success) return policyValuesOf(result.data);
  const fields = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: [...issue.path, key].join('.'),
          message: 'The policy has no such value',
        }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
  throw new DomainError('invalid_request', fields[0]!.message, {
    fields: fields.map(({ field, message }) => ({ field: `values.${field}`, message })),
  });
};
