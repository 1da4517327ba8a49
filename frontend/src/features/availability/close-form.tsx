import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { Closure } from './day-plan';
import type { LocalHour } from './local-hours';

type Props = {
  /** At least one hour that can be closed. */
  hours: readonly LocalHour[];
  clock: (instant: string) => string;
  reason: string;
  onReason: (reason: string) => void;
  busy: boolean;
  onClose: (closure: Closure) => void;
};

/** Starts with the whole closable range selected. */
export function CloseForm({ hours, clock, reason, onReason, busy, onClose }: Props) {
  const [chosen, setChosen] = useState({ from: '', to: '' });
  const from = hours.find(({ start }) => start === chosen.from)?.start ?? hours[0]!.start;
  const later = hours.filter(({ start }) => start >= from);
  const to = later.find(({ end }) => end === chosen.to)?.end ?? later.at(-1)!.end;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose({ startTime: from, endTime: to, reason: reason.trim() });
  };
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-2 gap-4">
      <Field label="From">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={hours.map(({ start }) => ({ value: start, label: clock(start) }))}
            value={from}
            onChange={({ target }) => setChosen({ from: target.value, to })}
          />
        )}
      </Field>
      <Field label="To">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={later.map(({ end }) => ({ value: end, label: clock(end) }))}
            value={to}
            onChange={({ target }) => setChosen({ from, to: target.value })}
          />
        )}
      </Field>
      <Field
        label="Reason"
        optional
        hint="Players whose bookings are cancelled will see it."
        className="col-span-2"
      >
        {(controlProps) => (
          <Input
            {...controlProps}
            maxLength={120}
            value={reason}
            onChange={({ target }) => onReason(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="col-span-2">
        {busy ? 'Closing...' : 'Close Hours'}
      </Button>
    </form>
  );
}
