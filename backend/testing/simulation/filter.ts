type Comparison = (value: unknown, operand: never) => boolean;

const isSameType = (value: unknown, operand: unknown) =>
  value !== null && operand !== null && typeof value === typeof operand;
const isEqual = (value: unknown, operand: unknown) => (value ?? null) === (operand ?? null);
const compares =
  (isInOrder: (value: string, operand: string) => boolean): Comparison =>
  (value, operand) =>
    isSameType(value, operand) && isInOrder(value as string, operand);

const operators: Readonly<Record<string, Comparison>> = {
  $eq: isEqual,
  $lt: compares((value, operand) => value < operand),
  $lte: compares((value, operand) => value <= operand),
  $gt: compares((value, operand) => value > operand),
  $gte: compares((value, operand) => value >= operand),
  $in: (value, operands: readonly unknown[]) => operands.some((operand) => isEqual(value, operand)),
};
/** These operators match if no value of an array matches the other operator. */
const negated: Readonly<Record<string, string>> = { $ne: '$eq', $nin: '$in' };

/** The values at a path. For an array, those of each element. */
const valuesAt = (value: unknown, path: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path));
  const [field, ...rest] = path;
  if (field === undefined) return [value];
  return valuesAt((value as Record<string, unknown> | null | undefined)?.[field], rest);
};

const matchesOperator = (values: readonly unknown[], name: string, operand: unknown): boolean => {
  if (negated[name]) return !matchesOperator(values, negated[name], operand);
  const compare = operators[name];
  if (!compare) throw new Error(`${name} is not an operator of the simulation`);
  return values.some((value) => compare(value, operand as never));
};

const matchesField = (document: object, path: string, condition: unknown): boolean => {
  const values = valuesAt(document, path.split('.'));
  if (condition === null || typeof condition !== 'object')
    return matchesOperator(values, '$eq', condition);
  return Object.entries(condition).every(([name, operand]) =>
    matchesOperator(values, name, operand),
  );
};

/**
 * Whether a document matches a MongoDB filter. Throws for unsupported operators. A query library
 * would compile each filter, which would take a third of a simulation's time.
 */
export const matchesFilter = (document: object, filter: object): boolean =>
  Object.entries(filter).every(([field, condition]) => {
    const matchesEach = (filters: object[]) => filters.map((part) => matchesFilter(document, part));
    if (field === '$or') return matchesEach(condition as object[]).includes(true);
    if (field === '$and') return !matchesEach(condition as object[]).includes(false);
    return matchesField(document, field, condition);
  });

/** Sorts documents by fields with string or number values. */
export const sortedBy = <D extends object>(
  documents: readonly D[],
  order: Readonly<Record<string, 1 | -1>>,
): D[] =>
  documents.toSorted((first, second) => {
    for (const [path, direction] of Object.entries(order)) {
      const [value, other] = [first, second].map(
        (document) => valuesAt(document, path.split('.'))[0] as string,
      );
      if (value !== other) return value! < other! ? -direction : direction;
    }
    return 0;
  });
