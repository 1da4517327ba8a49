import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

const MAX_NOTE_LENGTH = 300;

/** A field for a note that the other side of the booking sees. */
export function NoteField(fieldProps: {
  label: string;
  value: string;
  onChange: (note: string) => void;
}) {
  return (
    <Field label={fieldProps.label} optional>
      {(controlProps) => (
        <Textarea
          {...controlProps}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          value={fieldProps.value}
          onChange={({ target }) => fieldProps.onChange(target.value)}
        />
      )}
    </Field>
  );
}
