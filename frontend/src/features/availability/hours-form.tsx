import type { Court } from '@courtly/contracts/courts';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../lib/cn';
import { weekdays } from '../../lib/weekdays';
import { type Hours, useSaveHours } from './api';
import { rulesOf, sameRules } from './booking-rules';
import { DayEditor } from './day-editor';
import { RulesEditor } from './rules-editor';
import { copied, hasMistakes, ordered, sameHours } from './weekly-hours';

type Props = { court: Court; onDirty: (dirty: boolean) => void };

const savedOf = (court: Court): Hours => ({
  weeklyHours: court.weeklyHours,
  policy: rulesOf(court),
});

export function HoursForm({ court, onDirty }: Props) {
  const saved = savedOf(court);
  const [draft, setDraft] = useState<Hours | null>(null);
  const save = useSaveHours(court);
  const { weeklyHours, policy } = draft ?? saved;
  const changedDays = weekdays.filter(
    (day) => !sameHours(weeklyHours[day], saved.weeklyHours[day]),
  );
  const dirty = changedDays.length > 0 || !sameRules(policy, saved.policy);

  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const setHours = (next: Hours['weeklyHours']) => setDraft({ weeklyHours: next, policy });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!dirty || save.isPending) return;
    if (hasMistakes(weeklyHours))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // Edits made while saving remain unsaved.
    const onSuccess = () => setDraft((now) => (now === draft ? null : now));
    save.mutate({ weeklyHours: ordered(weeklyHours), policy }, { onSuccess });
  };

  return (
    // Keeps focused fields above the sticky bar.
    <form
      onSubmit={onSubmit}
      noValidate
      className="[&_button]:scroll-mb-40 [&_input]:scroll-mb-40 [&_select]:scroll-mb-40"
    >
      <h2 className="font-display text-2xl">Weekly hours</h2>
      <p className="mt-1 mb-4 text-quiet">
        Players book full hours within these times. Existing bookings don't change.
      </p>
      <div className="border-t border-rule">
        {weekdays.map((day) => (
          <DayEditor
            key={day}
            weekday={day}
            ranges={weeklyHours[day]}
            changed={changedDays.includes(day)}
            onChange={(ranges) => setHours({ ...weeklyHours, [day]: ranges })}
            onCopy={(to) =>
              setHours(copied(weeklyHours, day, to === 'all' ? weekdays : weekdays.slice(0, 5)))
            }
          />
        ))}
      </div>
      <h2 className="mt-12 mb-4 font-display text-2xl">Booking rules</h2>
      <RulesEditor
        rules={policy}
        standard={court.policy.standard}
        onChange={(rules) => setDraft({ weeklyHours, policy: rules })}
      />
      <div
        className={cn(
          'mt-8 flex items-center justify-end gap-2 border-t py-4',
          dirty
            ? 'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-brass-line bg-paper lg:bottom-0'
            : 'border-rule',
        )}
      >
        <p role="status" className="mr-auto text-quiet">
          {dirty ? <span className="text-brass">Unsaved changes</span> : 'All changes saved'}
        </p>
        {dirty && (
          <Button variant="quiet" className="px-3" onClick={() => setDraft(null)}>
            Discard
          </Button>
        )}
        <Button type="submit" busy={save.isPending} disabled={!dirty}>
          {save.isPending ? 'Saving...' : 'Save Hours'}
        </Button>
      </div>
    </form>
  );
}
