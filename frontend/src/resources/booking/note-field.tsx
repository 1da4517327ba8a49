import { CANCEL_NOTE_LENGTH } from '@courtly/contracts/note-lengths';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

export const CONTACTS_HINT =
  'Phone numbers and email addresses stay hidden until the booking is confirmed.';

type NoteFieldProps = {
  label: string;
  hint?: ReactNode;
  mostCharacters?: number;
  value: string;
  onChange: (note: string) => void;
};

/** A field for a note that the other side of the booking sees. */
export function NoteField({
  label,
  hint,
  mostCharacters = CANCEL_NOTE_LENGTH,
  value,
  onChange,
}: NoteFieldProps) {
  return (
    <Field label={label} hint={hint} optional>
      {(controlProps) => (
        <Textarea
          {...controlProps}
          rows={2}
          maxLength={mostCharacters}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
