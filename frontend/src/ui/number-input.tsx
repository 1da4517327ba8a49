import { type NumberRule, parseNumber } from '@courtly/contracts/entered-number';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Field, type ControlProps } from './field';
import { Input } from './input';

type NumberEntry = {
  value: string;
  rule: NumberRule;
  /** Whether the field may be empty. */
  optional?: boolean;
  /** Why an optional field must not be empty now. */
  emptyProblem?: string | undefined;
  onChange: (text: string) => void;
};

/**
 * The props of a text input for a number, and its problem once the user has left the field or
 * submitted the form. The form checks its fields with `isFormValid`.
 */
export const useNumberInput = ({
  value,
  rule,
  optional = false,
  emptyProblem,
  onChange,
}: NumberEntry) => {
  const [showsProblem, setShowsProblem] = useState(false);
  const problem = optional && value.trim() === '' ? emptyProblem : parseNumber(value, rule).problem;
  return {
    problem: showsProblem ? problem : undefined,
    inputProps: {
      inputMode: rule.decimals ? 'decimal' : 'numeric',
      autoComplete: 'off',
      maxLength: 24,
      ref: (input) => input?.setCustomValidity(problem ?? ''),
      value,
      onChange: ({ target }) => onChange(target.value),
      onInvalid: () => setShowsProblem(true),
      onBlur: () => setShowsProblem(value.trim() !== ''),
    } satisfies ComponentProps<'input'>,
  };
};

type NumberFieldProps = NumberEntry & {
  label: string;
  hint?: ReactNode;
  className?: string;
};

/** A text field for a number. `type="number"` would drop what it cannot parse, such as a comma. */
export function NumberField({ label, hint, className, ...entry }: NumberFieldProps) {
  const { problem, inputProps } = useNumberInput(entry);
  return (
    <Field
      label={label}
      hint={hint}
      optional={entry.optional ?? false}
      required={!entry.optional}
      error={problem}
    >
      {(controlProps: ControlProps) => (
        <Input {...controlProps} {...inputProps} className={className} />
      )}
    </Field>
  );
}
