import { Ellipsis, Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { type Weekday, weekdayLabel } from '../../lib/weekdays';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Menu, MenuGroup, MenuItem } from '../../ui/menu';
import { Select } from '../../ui/select';
import { type Range, hourLabel, mistakesOf, nextRange, wholeHour } from './weekly-hours';

const options = Array.from({ length: 25 }, (_, hour) => wholeHour(hour)).map((value) => ({
  value,
  label: hourLabel(value),
}));
const starts = options.slice(0, -1);
const ends = options.slice(1);

type Props = {
  weekday: Weekday;
  ranges: readonly Range[];
  changed: boolean;
  onChange: (ranges: Range[]) => void;
  onCopy: (to: 'all' | 'weekdays') => void;
};

/** Opening hours of one weekday; no ranges means closed. */
export function DayEditor({ weekday, ranges, changed, onChange, onCopy }: Props) {
  const id = useId();
  const name = weekdayLabel(weekday);
  const add = useRef<HTMLButtonElement>(null);
  const mistakes = mistakesOf(ranges);
  const more = nextRange(ranges);
  const change = (index: number, part: Partial<Range>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 border-b border-rule py-4 sm:grid-cols-[8rem_1fr_auto]"
    >
      <p className="flex min-h-11 items-center gap-x-3 sm:block sm:pt-2">
        <span id={id} className="font-display text-xl">
          {name}
        </span>
        {changed && <span className="text-sm text-brass sm:block">Changed</span>}
      </p>
      <div className="col-span-2 row-start-2 grid gap-2 sm:col-span-1 sm:row-start-auto">
        {ranges.length === 0 && <p className="flex min-h-11 items-center text-quiet">Closed</p>}
        {ranges.map((range, index) => {
          const which = ranges.length > 1 ? `${name}, hours ${index + 1}` : name;
          const controlProps = {
            'aria-invalid': Boolean(mistakes[index]),
            'aria-describedby': mistakes[index] && `${id}-${index}`,
            className: 'h-11',
          };
          return (
            <div key={index}>
              <div className="grid max-w-md grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
                <Select
                  {...controlProps}
                  aria-label={`${which}: from`}
                  options={starts}
                  value={range.from}
                  onChange={({ target }) => change(index, { from: target.value })}
                />
                <span aria-hidden className="text-quiet">
                  to
                </span>
                <Select
                  {...controlProps}
                  aria-label={`${which}: to`}
                  options={ends}
                  value={range.to}
                  onChange={({ target }) => change(index, { to: target.value })}
                />
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${which}`}
                  onClick={() => {
                    onChange(ranges.filter((_, at) => at !== index));
                    // The pressed button is removed with its hours, so move focus.
                    add.current?.focus();
                  }}
                >
                  <X size={18} strokeWidth={1.6} aria-hidden />
                </Button>
              </div>
              <FieldError id={`${id}-${index}`}>{mistakes[index]}</FieldError>
            </div>
          );
        })}
      </div>
      <div className="flex gap-1">
        <Button
          ref={add}
          variant="quiet"
          size="icon"
          disabled={more === null}
          aria-label={`Add hours on ${name}`}
          onClick={() => more && onChange([...ranges, more])}
        >
          <Plus size={19} strokeWidth={1.6} aria-hidden />
        </Button>
        <Menu
          trigger={(triggerProps) => (
            <Button
              {...triggerProps}
              variant="quiet"
              size="icon"
              aria-label={`More options for ${name}`}
            >
              <Ellipsis size={19} strokeWidth={1.6} aria-hidden />
            </Button>
          )}
        >
          <MenuGroup>
            <MenuItem onSelect={() => onCopy('all')}>Copy to every day</MenuItem>
            <MenuItem onSelect={() => onCopy('weekdays')}>Copy to weekdays</MenuItem>
          </MenuGroup>
          {ranges.length > 0 && (
            <MenuGroup>
              <MenuItem onSelect={() => onChange([])}>Closed on {name}s</MenuItem>
            </MenuGroup>
          )}
        </Menu>
      </div>
    </div>
  );
}
