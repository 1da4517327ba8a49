import type { Slot } from '@courtly/contracts/availability';
import {
  type CourtZone,
  type Place,
  formatTime,
  dayInZone,
  hasSameOffset,
  hourInZone,
  formatShortDate,
  viewerZone,
  zoneAbbreviation,
} from '../../lib/format';
import { RadioGroup } from '../../ui/radio-group';

type SlotPickerProps = {
  court: CourtZone;
  slots: readonly Slot[];
  value: string | null;
  onChange: (startTime: string) => void;
  /** The viewer's time zone. */
  localZone?: Place;
};

const localTimeLabel = ({ start }: Slot, court: CourtZone, localZone: Place) =>
  `${dayInZone(start, localZone) === dayInZone(start, court) ? '' : `${formatShortDate(start, localZone).split(',')[0]} `}${formatTime(start, localZone)} your time`;

const NOON = 12;
const EVENING_STARTS = 17;

const partOfDay = (startTime: string, court: CourtZone): string => {
  const hourOfDay = hourInZone(startTime, court);
  if (hourOfDay < NOON) return 'Morning';
  return hourOfDay < EVENING_STARTS ? 'Afternoon' : 'Evening';
};

/**
 * Labels slots in court time and, if different, viewer time. The zone appears in the legend, and in
 * each label when a clock change makes two hours look the same.
 */
export function SlotPicker({
  court,
  slots,
  value,
  onChange,
  localZone = viewerZone(),
}: SlotPickerProps) {
  const zoneNames = [...new Set(slots.map(({ start }) => zoneAbbreviation(start, court)))];
  const slotChoices = slots.map((slot) => {
    const isElsewhere = !hasSameOffset(slot.start, court, localZone);
    return {
      value: slot.start,
      group: partOfDay(slot.start, court),
      disabled: slot.opensForYouAt !== null,
      label: (
        <span className="figures">
          <span className="whitespace-nowrap">
            {formatTime(slot.start, court)}{' '}
            <span className={zoneNames.length > 1 ? 'text-sm' : 'sr-only'}>
              {zoneAbbreviation(slot.start, court)}
            </span>
          </span>
          {isElsewhere && (
            <span className="block text-sm">{localTimeLabel(slot, court, localZone)}</span>
          )}
          {slot.opensForYouAt && (
            <span className="block text-sm">
              opens for you {formatShortDate(slot.opensForYouAt, court)},{' '}
              {formatTime(slot.opensForYouAt, court)}
            </span>
          )}
        </span>
      ),
    };
  });
  const isCompact =
    zoneNames.length === 1 &&
    slots.every((slot) => !slot.opensForYouAt && hasSameOffset(slot.start, court, localZone));
  return (
    <RadioGroup
      legend={`Times at the court, ${zoneNames.join(' and ')}`}
      choices={slotChoices}
      value={value}
      onChange={onChange}
      className={
        isCompact
          ? 'grid-cols-3 sm:grid-cols-4 lg:grid-cols-3'
          : 'grid-cols-2 sm:grid-cols-4 lg:grid-cols-2'
      }
      choiceClassName="px-1!"
    />
  );
}
