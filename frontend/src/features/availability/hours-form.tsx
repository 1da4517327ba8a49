import type { Court } from '@courtly/contracts/courts';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { cx } from 'class-variance-authority';
import { weekdays } from '../../lib/weekdays';
import { type CourtHours, useSaveHours } from './api';
import { customRules, isSameRules } from './booking-rules';
import { DayEditor } from './day-editor';
import { RulesEditor } from './rules-editor';
import { copyHours, hasRangeErrors, sortWeek, isSameHours } from './weekly-hours';
import { Heading } from '../../ui/heading';

type HoursFormProps = { court: Court; onDirtyChange: (isDirty: boolean) => void };

const savedHoursOf = (court: Court): CourtHours => ({
  weeklyHours: court.weeklyHours,
  policy: customRules(court),
});

export function HoursForm({ court, onDirtyChange }: HoursFormProps) {
  const savedHours = savedHoursOf(court);
  const [draftHours, setDraftHours] = useState<CourtHours | null>(null);
  const saveMutation = useSaveHours(court);
  const { weeklyHours, policy } = draftHours ?? savedHours;
  const changedDays = weekdays.filter(
    (weekday) => !isSameHours(weeklyHours[weekday], savedHours.weeklyHours[weekday]),
  );
  const isDirty = changedDays.length > 0 || !isSameRules(policy, savedHours.policy);

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);

  const setHours = (nextHours: CourtHours['weeklyHours']) =>
    setDraftHours({ weeklyHours: nextHours, policy });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isDirty || saveMutation.isPending) return;
    if (hasRangeErrors(weeklyHours))
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // Edits made while saving remain unsaved.
    const onSuccess = () =>
      setDraftHours((currentDraft) => (currentDraft === draftHours ? null : currentDraft));
    saveMutation.mutate({ weeklyHours: sortWeek(weeklyHours), policy }, { onSuccess });
  };

  return (
    // Keeps focused fields above the sticky bar.
    <form
      onSubmit={onSubmit}
      noValidate
      className="[&_button]:scroll-mb-40 [&_input]:scroll-mb-40 [&_select]:scroll-mb-40"
    >
      <Heading level={2}>Weekly hours</Heading>
      <p className="mt-1 mb-4 text-quiet">
        Players book full hours within these times. Existing bookings don't change.
      </p>
      <div className="border-t border-rule">
        {weekdays.map((weekday) => (
          <DayEditor
            key={weekday}
            weekday={weekday}
            ranges={weeklyHours[weekday]}
            isChanged={changedDays.includes(weekday)}
            onChange={(newRanges) => setHours({ ...weeklyHours, [weekday]: newRanges })}
            onCopy={(destination) =>
              setHours(
                copyHours(
                  weeklyHours,
                  weekday,
                  destination === 'all' ? weekdays : weekdays.slice(0, 5),
                ),
              )
            }
          />
        ))}
      </div>
      <Heading level={2} className="mt-12 mb-4">
        Booking rules
      </Heading>
      <RulesEditor
        rules={policy}
        defaults={court.policy.standard}
        onChange={(newRules) => setDraftHours({ weeklyHours, policy: newRules })}
      />
      <div
        {...(isDirty && { 'data-page-bar': true })}
        className={cx(
          'mt-8 flex items-center justify-end gap-2 border-t py-4',
          isDirty ? 'sticky bottom-0 z-20 border-brass-line bg-paper short:static' : 'border-rule',
        )}
      >
        <p role="status" className="mr-auto text-quiet">
          {isDirty ? <span className="text-brass">Unsaved changes</span> : 'All changes saved'}
        </p>
        {isDirty && (
          <Button variant="quiet" className="px-3!" onClick={() => setDraftHours(null)}>
            Discard
          </Button>
        )}
        <Button type="submit" busy={saveMutation.isPending} disabled={!isDirty}>
          {saveMutation.isPending ? 'Saving...' : 'Save Hours'}
        </Button>
      </div>
    </form>
  );
}
