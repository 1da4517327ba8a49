import { kinds } from '../../resources/audit/audit-labels';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';

type Props = {
  value: string;
  more?: readonly { value: string; label: string }[];
  onChange?: (kind: string) => void;
};

export function KindField({ value, more = [], onChange }: Props) {
  return (
    <Field label="Record type">
      {(controlProps) => (
        <Select
          {...controlProps}
          name="kind"
          options={[...kinds, ...more]}
          defaultValue={value}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Field>
  );
}
