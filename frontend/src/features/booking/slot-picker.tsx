import type { Slot } from '@courtly/contracts/availability';
import { clock, dayIn, sameClock, shortDate, viewerZone, zoneName } from '../../lib/format';
import { RadioGroup } from '../../ui/radio-group';

type Props = {
  slots: readonly Slot[];
  value: string | null;
  onChange: (start: string) => void;
  /** The viewer's time zone. */
  here?: string;
};

const hereTime = ({ start, zone }: Slot, here: string) =>
  `${dayIn(start, here) === dayIn(start, zone) ? '' : `${shortDate(start, here).split(',')[0]} `}${clock(start, here)} your time`;

/**
 * Labels slots in court time and, if different, viewer time. The zone appears in the legend, and in
 * each label when a clock change makes two hours look the same.
 */
export function SlotPicker({ slots, value, onChange, here = viewerZone() }: Props) {
  const zones = [...new Set(slots.map(({ start, zone }) => zoneName(start, zone)))];
  const choices = slots.map((slot) => {
    const elsewhere = !sameClock(slot.start, slot.zone, here);
    return {
      value: slot.start,
      disabled: slot.opensForYouAt !== null,
      label: (
        <span className="figures">
          <span className="whitespace-nowrap">
            {clock(slot.start, slot.zone)}{' '}
            <span className={zones.length > 1 ? 'text-sm' : 'sr-only'}>
              {zoneName(slot.start, slot.zone)}
            </span>
          </span>
          {elsewhere && <span className="block text-sm">{hereTime(slot, here)}</span>}
          {slot.opensForYouAt && (
            <span className="block text-sm">
              opens for you {shortDate(slot.opensForYouAt, slot.zone)},{' '}
              {clock(slot.opensForYouAt, slot.zone)}
            </span>
          )}
        </span>
      ),
    };
  });
  const plain =
    zones.length === 1 &&
    slots.every((slot) => !slot.opensForYouAt && sameClock(slot.start, slot.zone, here));
  return (
    <RadioGroup
      legend={`Times at the court, ${zones.join(' and ')}`}
      choices={choices}
      value={value}
      onChange={onChange}
      className={
        plain ? 'grid-cols-3 sm:grid-cols-4 lg:grid-cols-3' : 'sm:grid-cols-4 lg:grid-cols-2'
      }
      choiceClassName="px-1"
    />
  );
}
