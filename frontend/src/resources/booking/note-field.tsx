import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

const LONGEST = 300;

/** What the other side of a booking reads of why it ended. */
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
