import type { Slot } from '@courtly/contracts/availability';
import { clock, dayIn, sameClock, shortDate, viewerZone, zoneName } from '../../lib/format';
import { RadioGroup } from '../../ui/radio-group';

type SlotPickerProps = {
  slots: readonly Slot[];
  value: string | null;
  onChange: (startTime: string) => void;
  /** The viewer's time zone. */
  localZone?: string;
};

const localTimeLabel = ({ start, zone }: Slot, localZone: string) =>
  `${dayIn(start, localZone) === dayIn(start, zone) ? '' : `${shortDate(start, localZone).split(',')[0]} `}${clock(start, localZone)} your time`;

/**
 * Labels slots in court time and, if different, viewer time. The zone appears in the legend, and in
 * each label when a clock change makes two hours look the same.
 */
export function SlotPicker({ slots, value, onChange, localZone = viewerZone() }: SlotPickerProps) {
  const zoneNames = [...new Set(slots.map(({ start, zone }) => zoneName(start, zone)))];
  const slotChoices = slots.map((slot) => {
    const isElsewhere = !sameClock(slot.start, slot.zone, localZone);
    return {
      value: slot.start,
      disabled: slot.opensForYouAt !== null,
      label: (
        <span className="figures">
          <span className="whitespace-nowrap">
            {clock(slot.start, slot.zone)}{' '}
            <span className={zoneNames.length > 1 ? 'text-sm' : 'sr-only'}>
              {zoneName(slot.start, slot.zone)}
            </span>
          </span>
          {isElsewhere && <span className="block text-sm">{localTimeLabel(slot, localZone)}</span>}
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
  const isCompact =
    zoneNames.length === 1 &&
    slots.every((slot) => !slot.opensForYouAt && sameClock(slot.start, slot.zone, localZone));
  return (
    <RadioGroup
      legend={`Times at the court, ${zoneNames.join(' and ')}`}
      choices={slotChoices}
      value={value}
      onChange={onChange}
      className={
        isCompact ? 'grid-cols-3 sm:grid-cols-4 lg:grid-cols-3' : 'sm:grid-cols-4 lg:grid-cols-2'
      }
      choiceClassName="px-1"
    />
  );
}
