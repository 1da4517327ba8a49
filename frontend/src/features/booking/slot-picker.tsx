import type { Slot } from '@courtly/contracts/availability';
import { clock, dayIn, longDate, sameClock, shortDate, viewerZone, zoneName } from '../../lib/format';
import { RadioGroup } from '../../ui/radio-group';

type Props = {
  slots: readonly Slot[];
  date: string;
  value: string | null;
  onChange: (start: string) => void;
  /** Where the reader is; their own zone unless told. */
  here?: string;
};

const hereTime = ({ start, zone }: Slot, here: string) =>
  `${dayIn(start, here) === dayIn(start, zone) ? '' : `${shortDate(start, here).split(',')[0]} `}${clock(start, here)} for you`;

/** The hours of one day as radio buttons, named by their start: court time, its zone, and the reader's time if it differs. */
export function SlotPicker({ slots, date, value, onChange, here = viewerZone() }: Props) {
  const choices = slots.map((slot) => ({
    value: slot.start,
    disabled: slot.opensForYouAt !== null,
    label: (
      <span className="figures">
        <span className="whitespace-nowrap">
          {clock(slot.start, slot.zone)} <span className="text-sm">{zoneName(slot.start, slot.zone)}</span>
        </span>
        {!sameClock(slot.start, slot.zone, here) && <span className="block text-sm">{hereTime(slot, here)}</span>}
        {slot.opensForYouAt && (
          <span className="block text-sm">
            opens for you at {shortDate(slot.opensForYouAt, slot.zone)}, {clock(slot.opensForYouAt, slot.zone)}
          </span>
        )}
      </span>
    ),
  }));
  return (
    <RadioGroup
      legend={`Times on ${longDate(`${date}T12:00:00Z`, 'UTC')}, at the court`}
      choices={choices}
      value={value}
      onChange={onChange}
      choiceClassName="px-1"
    />
  );
}
