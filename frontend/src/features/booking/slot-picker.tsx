import type { Slot } from '@courtly/contracts/availability';
import {
  formatTime,
  dayInZone,
  hasSameOffset,
  formatShortDate,
  shownZone,
  viewerZone,
  zoneAbbreviation,
} from '../../lib/format';
import { RadioGroup } from '../../ui/radio-group';

type SlotPickerProps = {
  slots: readonly Slot[];
  value: string | null;
  onChange: (startTime: string) => void;
  /** The viewer's time zone. */
  localZone?: string;
};

const localTimeLabel = ({ start, zone }: Slot, localZone: string) =>
  `${dayInZone(start, localZone) === dayInZone(start, zone) ? '' : `${formatShortDate(start, localZone).split(',')[0]} `}${formatTime(start, localZone)} your time`;

/**
 * Labels slots in court time and, if different, viewer time. The zone appears in the legend, and in
 * each label when a clock change makes two hours look the same.
 */
export function SlotPicker({ slots, value, onChange, localZone = viewerZone() }: SlotPickerProps) {
  const shownSlots = slots.map((slot) => ({
    ...slot,
    zone: shownZone(slot.start, slot.zone, slot.offset),
  }));
  const zoneNames = [
    ...new Set(shownSlots.map(({ start, zone }) => zoneAbbreviation(start, zone))),
  ];
  const slotChoices = shownSlots.map((slot) => {
    const isElsewhere = !hasSameOffset(slot.start, slot.zone, localZone);
    return {
      value: slot.start,
      disabled: slot.opensForYouAt !== null,
      label: (
        <span className="figures">
          <span className="whitespace-nowrap">
            {formatTime(slot.start, slot.zone)}{' '}
            <span className={zoneNames.length > 1 ? 'text-sm' : 'sr-only'}>
              {zoneAbbreviation(slot.start, slot.zone)}
            </span>
          </span>
          {isElsewhere && <span className="block text-sm">{localTimeLabel(slot, localZone)}</span>}
          {slot.opensForYouAt && (
            <span className="block text-sm">
              opens for you {formatShortDate(slot.opensForYouAt, slot.zone)},{' '}
              {formatTime(slot.opensForYouAt, slot.zone)}
            </span>
          )}
        </span>
      ),
    };
  });
  const isCompact =
    zoneNames.length === 1 &&
    shownSlots.every(
      (slot) => !slot.opensForYouAt && hasSameOffset(slot.start, slot.zone, localZone),
    );
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
