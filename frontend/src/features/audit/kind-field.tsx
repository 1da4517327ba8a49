import { auditKinds } from '../../resources/audit/audit-labels';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';

type KindFieldProps = {
  value: string;
  moreOptions?: readonly { value: string; label: string }[];
  onChange?: (kind: string) => void;
};

export function KindField({ value, moreOptions = [], onChange }: KindFieldProps) {
  return (
    <Field label="Record type">
      {(controlProps) => (
        <Select
          {...controlProps}
          name="kind"
          options={[...auditKinds, ...moreOptions]}
          defaultValue={value}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Field>
  );
}
