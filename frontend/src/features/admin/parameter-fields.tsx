import type { FormulaParameters, ParameterField } from '@courtly/contracts/rating-replays';
import { numberIn, parseNumber } from '@courtly/contracts/entered-number';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';

/** Entered values by parameter name, as text. Empty means the default. */
export type EnteredParameters = Readonly<Record<string, string>>;

export const toEntered = (parameters: FormulaParameters): EnteredParameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

const rangeProblem = (field: ParameterField, text: string): string | undefined => {
  if (field.kind === 'switch') return undefined;
  return parseNumber(text, { ...field, decimals: 20 }).problem;
};

/** Problems of entered values by parameter name. */
export const parameterProblems = (
  fields: readonly ParameterField[],
  entered: EnteredParameters,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = entered[field.name] ?? '';
      const problem = text === '' ? undefined : rangeProblem(field, text);
      return problem ? [[field.name, problem]] : [];
    }),
  );

/** The changed parameters. Fields without a value keep their default. */
export const toParameters = (
  fields: readonly ParameterField[],
  entered: EnteredParameters,
): FormulaParameters =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = entered[field.name] ?? '';
      if (text === '') return [];
      return [
        [
          field.name,
          field.kind === 'switch'
            ? text === 'true'
            : Number(numberIn(text, { ...field, decimals: 20 })),
        ],
      ];
    }),
  );

const onOff = (value: boolean): string => (value ? 'On' : 'Off');

type ParameterFieldsProps = {
  fields: readonly ParameterField[];
  defaults: FormulaParameters;
  entered: EnteredParameters;
  problems: Readonly<Record<string, string>>;
  onChange: (entered: EnteredParameters) => void;
};

/** One labeled field per parameter of a formula, with its unit, range, and default. */
export function ParameterFields({
  fields,
  defaults,
  entered,
  problems,
  onChange,
}: ParameterFieldsProps) {
  return fields.map((field) => {
    const { name, label } = field;
    const value = entered[name] ?? '';
    const change = (text: string) => onChange({ ...entered, [name]: text });
    const defaultValue = defaults[name];
    return (
      <Field
        key={name}
        label={label}
        error={problems[name]}
        hint={
          field.kind === 'switch'
            ? undefined
            : `From ${field.least} to ${field.most}${field.unit && ` ${field.unit}`}. Default: ${defaultValue}.`
        }
      >
        {(controlProps) =>
          field.kind === 'switch' ? (
            <Select
              {...controlProps}
              options={[
                { value: '', label: `Default (${onOff(defaultValue === true)})` },
                { value: 'true', label: onOff(true) },
                { value: 'false', label: onOff(false) },
              ]}
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          ) : (
            <Input
              {...controlProps}
              inputMode="decimal"
              autoComplete="off"
              placeholder={String(defaultValue)}
              maxLength={24}
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )
        }
      </Field>
    );
  });
}
