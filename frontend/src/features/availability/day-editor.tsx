import { Ellipsis, Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { type Weekday, weekdayLabel } from '../../lib/weekdays';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Menu, MenuGroup, MenuItem } from '../../ui/menu';
import { Select } from '../../ui/select';
import {
  type HourRange,
  hourLabel,
  findRangeErrors,
  suggestRange,
  wholeHour,
} from './weekly-hours';

const hourOptions = Array.from({ length: 25 }, (_, hour) => wholeHour(hour)).map((hourValue) => ({
  value: hourValue,
  label: hourLabel(hourValue),
}));
const startOptions = hourOptions.slice(0, -1);
const endOptions = hourOptions.slice(1);

type DayEditorProps = {
  weekday: Weekday;
  ranges: readonly HourRange[];
  isChanged: boolean;
  onChange: (newRanges: HourRange[]) => void;
  onCopy: (destination: 'all' | 'weekdays') => void;
};

/** The opening hours of one weekday. Without ranges, the court is closed. */
export function DayEditor({ weekday, ranges, isChanged, onChange, onCopy }: DayEditorProps) {
  const labelId = useId();
  const weekdayName = weekdayLabel(weekday);
  const addButton = useRef<HTMLButtonElement>(null);
  const rangeErrors = findRangeErrors(ranges);
  const suggestedRange = suggestRange(ranges);
  const changeRange = (index: number, rangeChanges: Partial<HourRange>) =>
    onChange(
      ranges.map((hourRange, position) =>
        position === index ? { ...hourRange, ...rangeChanges } : hourRange,
      ),
    );
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 border-b border-rule py-4 sm:grid-cols-[8rem_1fr_auto]"
    >
      <p className="flex min-h-11 items-center gap-x-3 sm:block sm:pt-2">
        <span id={labelId} className="font-display text-xl">
          {weekdayName}
        </span>
        {isChanged && <span className="text-sm text-brass sm:block">Changed</span>}
      </p>
      <div className="col-span-2 row-start-2 grid gap-2 sm:col-span-1 sm:row-start-auto">
        {ranges.length === 0 && <p className="flex min-h-11 items-center text-quiet">Closed</p>}
        {ranges.map((hourRange, index) => {
          const rangeLabel = ranges.length > 1 ? `${weekdayName}, hours ${index + 1}` : weekdayName;
          const controlProps = {
            'aria-invalid': Boolean(rangeErrors[index]),
            'aria-describedby': rangeErrors[index] && `${labelId}-${index}`,
            className: 'h-11!',
          };
          return (
            <div key={index}>
              <div className="grid max-w-md grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
                <Select
                  {...controlProps}
                  aria-label={`${rangeLabel}: from`}
                  options={startOptions}
                  value={hourRange.from}
                  onChange={({ target }) => changeRange(index, { from: target.value })}
                />
                <span aria-hidden className="text-quiet">
                  to
                </span>
                <Select
                  {...controlProps}
                  aria-label={`${rangeLabel}: to`}
                  options={endOptions}
                  value={hourRange.to}
                  onChange={({ target }) => changeRange(index, { to: target.value })}
                />
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${rangeLabel}`}
                  onClick={() => {
                    onChange(ranges.filter((_, position) => position !== index));
                    // The pressed button disappears with its hours, so this moves the focus.
                    addButton.current?.focus();
                  }}
                >
                  <X size={18} strokeWidth={1.6} aria-hidden />
                </Button>
              </div>
              <FieldError id={`${labelId}-${index}`}>{rangeErrors[index]}</FieldError>
            </div>
          );
        })}
      </div>
      <div className="flex gap-1">
        <Button
          ref={addButton}
          variant="quiet"
          size="icon"
          disabled={suggestedRange === null}
          aria-label={`Add hours on ${weekdayName}`}
          onClick={() => suggestedRange && onChange([...ranges, suggestedRange])}
        >
          <Plus size={19} strokeWidth={1.6} aria-hidden />
        </Button>
        <Menu
          trigger={(triggerProps) => (
            <Button
              {...triggerProps}
              variant="quiet"
              size="icon"
              aria-label={`More options for ${weekdayName}`}
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
              <MenuItem onSelect={() => onChange([])}>Close on {weekdayName}s</MenuItem>
            </MenuGroup>
          )}
        </Menu>
      </div>
    </div>
  );
}
