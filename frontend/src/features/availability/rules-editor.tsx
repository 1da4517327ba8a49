import type { Court } from '@courtly/contracts/courts';
import type { BookingRules } from '@courtly/contracts/opening-hours';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/checkbox';
import { horizonOptions, leadOptions } from './booking-rules';

type RulesEditorProps = {
  rules: BookingRules;
  defaults: Court['policy']['standard'];
  onChange: (newRules: BookingRules) => void;
};

const parseNumber = (value: string) => (value === '' ? null : Number(value));

export function RulesEditor({ rules, defaults, onChange }: RulesEditorProps) {
  const { leadMinutes, horizonDays, instantBook } = rules;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Bookable until" hint="How close to the start players can still book.">
        {(controlProps) => (
          <Select
            {...controlProps}
            options={leadOptions(leadMinutes, defaults.leadMinutes)}
            value={String(leadMinutes ?? '')}
            onChange={({ target }) =>
              onChange({ ...rules, leadMinutes: parseNumber(target.value) })
            }
          />
        )}
      </Field>
      <Field
        label="Bookable from"
        hint="How far in advance players can book. Elite members get a head start."
      >
        {(controlProps) => (
          <Select
            {...controlProps}
            options={horizonOptions(horizonDays, defaults.horizonDays)}
            value={String(horizonDays ?? '')}
            onChange={({ target }) =>
              onChange({ ...rules, horizonDays: parseNumber(target.value) })
            }
          />
        )}
      </Field>
      <div className="border-t border-rule pt-3 sm:col-span-2">
        <Switch
          label={
            <>
              <span className="block font-semibold">Instant booking</span>
              <span className="text-small text-quiet">
                {instantBook
                  ? 'Bookings are confirmed instantly, without your approval.'
                  : 'You approve or decline every request.'}
              </span>
            </>
          }
          checked={instantBook}
          onChange={({ target }) => onChange({ ...rules, instantBook: target.checked })}
        />
      </div>
    </div>
  );
}
