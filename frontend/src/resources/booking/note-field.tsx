import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

const LONGEST = 300;

/** A note that the other side of the booking sees. */
export function NoteField(props: {
  label: string;
  value: string;
  onChange: (note: string) => void;
}) {
  return (
    <Field label={props.label} optional>
      {(controlProps) => (
        <Textarea
          {...controlProps}
          rows={2}
          maxLength={LONGEST}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  );
}
