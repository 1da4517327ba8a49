import type { PolicyField, PolicyValue } from '@courtly/contracts/policies';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { entryProblem, fromEntry, toEntry, unitLabel } from './policy-entry';
import { formatPolicyValue, policyLabel } from './policy-labels';

type PolicyValueFieldProps = {
  field: PolicyField;
  valueName: string;
  value: PolicyValue | undefined;
  replacedValue: PolicyValue | undefined;
  error: string | undefined;
  onChange: (value: PolicyValue) => void;
};

/** One value of the policy. If it was changed, its hint shows the value that it replaces. */
export function PolicyValueField({
  field,
  valueName,
  value,
  replacedValue,
  error,
  onChange,
}: PolicyValueFieldProps) {
  const [text, setText] = useState(() => toEntry(valueName, value));
  const label = policyLabel(valueName);
  const isNoNumber = field.kind === 'number' && typeof value === 'string';
  const before =
    value === replacedValue ? undefined : `Now: ${formatPolicyValue(valueName, replacedValue)}`;
  if (field.kind === 'boolean')
    return (
      <div className="grid content-start gap-1.5">
        <Checkbox
          label={label}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {before && <p className="text-small text-quiet">{before}</p>}
        {error && (
          <p role="alert" className="text-small text-bad">
            {error}
          </p>
        )}
      </div>
    );
  const unit = unitLabel(valueName);
  const shown =
    typeof value === 'number' && unit === 'minutes' ? formatPolicyValue(valueName, value) : '';
  const isEmptyLimit = field.isNullable && value === null;
  const hint = [isEmptyLimit ? formatPolicyValue(valueName, null) : shown, before]
    .filter(Boolean)
    .join('. ');
  return (
    <Field
      label={unit ? `${label} (${unit})` : label}
      hint={hint || undefined}
      error={error ?? (isNoNumber ? entryProblem(valueName, text) : undefined)}
    >
      {(controlProps) =>
        field.kind === 'choice' ? (
          <Select
            {...controlProps}
            options={field.choices.map((choice) => ({
              value: choice,
              label: formatPolicyValue(valueName, choice),
            }))}
            value={String(value)}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Input
            {...controlProps}
            inputMode={field.kind === 'number' ? 'decimal' : 'text'}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              onChange(fromEntry(field, valueName, target.value));
            }}
          />
        )
      }
    </Field>
  );
}
