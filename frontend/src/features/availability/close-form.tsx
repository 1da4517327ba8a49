import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { Closure, TimeSpan } from './day-plan';

type CloseFormProps = {
  /** The hours that can be closed. There is at least one. */
  closableHours: readonly TimeSpan[];
  formatClock: (instant: string) => string;
  reason: string;
  onReason: (reason: string) => void;
  isBusy: boolean;
  onClose: (closure: Closure) => void;
};

/** Closes hours. At first, the whole range that can be closed is selected. */
export function CloseForm({
  closableHours,
  formatClock,
  reason,
  onReason,
  isBusy,
  onClose,
}: CloseFormProps) {
  const [selection, setSelection] = useState({ from: '', to: '' });
  const fromTime =
    closableHours.find(({ start }) => start === selection.from)?.start ?? closableHours[0]!.start;
  const laterHours = closableHours.filter(({ start }) => start >= fromTime);
  const toTime = laterHours.find(({ end }) => end === selection.to)?.end ?? laterHours.at(-1)!.end;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose({ startTime: fromTime, endTime: toTime, reason: reason.trim() });
  };
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-2 gap-4">
      <Field label="From">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={closableHours.map(({ start }) => ({
              value: start,
              label: formatClock(start),
            }))}
            value={fromTime}
            onChange={({ target }) => setSelection({ from: target.value, to: toTime })}
          />
        )}
      </Field>
      <Field label="To">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={laterHours.map(({ end }) => ({ value: end, label: formatClock(end) }))}
            value={toTime}
            onChange={({ target }) => setSelection({ from: fromTime, to: target.value })}
          />
        )}
      </Field>
      <Field
        label="Reason"
        optional
        hint="Players whose bookings are canceled will see it."
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
      <Button type="submit" variant="outline" busy={isBusy} className="col-span-2">
        {isBusy ? 'Closing...' : 'Close Hours'}
      </Button>
    </form>
  );
}
