import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Textarea } from '../../ui/input';

/** What the city requires of a court: permits, hours, or complaints. */
export function CityNote({ deskCourtId, note }: { deskCourtId: string; note: string }) {
  const [text, setText] = useState(note);
  const saveNote = useAdminAction(
    (body: { note: string }) =>
      call('PUT /api/admin/courts/:deskCourtId/city-note', { params: { deskCourtId }, body }),
    'City note saved',
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveNote.mutate({ note: text });
  };
  return (
    <form onSubmit={handleSubmit} className="grid justify-items-start gap-3">
      <Field
        label="City note"
        optional
        hint="Permits, city rules, and complaints. The host sees it only in their data export."
        className="w-full"
      >
        {(controlProps) => (
          <Textarea
            {...controlProps}
            rows={3}
            maxLength={1000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="outline" busy={saveNote.isPending}>
        Save Note
      </Button>
    </form>
  );
}
