/**
 * How a formula parameter is entered, and which values keep every figure finite and meaningful.
 * `unit` is empty for plain factors.
 */
export type ParameterField =
  | Readonly<{ kind: 'number'; label: string; unit: string; least: number; most: number }>
  | Readonly<{ kind: 'switch'; label: string }>;

/** The field of every parameter of a formula. */
export type FieldsOf<Parameters> = Readonly<Record<keyof Parameters, ParameterField>>;

export const numberField = (
  label: string,
  unit: string,
  least: number,
  most: number,
): ParameterField => ({ kind: 'number', label, unit, least, most });
