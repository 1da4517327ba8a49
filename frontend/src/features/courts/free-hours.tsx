import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { addDays, shortDayLabel } from '../../lib/days';
import { formatTime, dayInZone, zoneAbbreviation } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useChallenge } from '../../resources/player/challenge';
import type { FoundCourt } from '../../resources/court/search-query';
import { zoneOfSlots } from './zones-label';

const relativeDayLabel = (slotDay: string, today: string): string => {
  if (slotDay === today) return 'today';
  return slotDay === addDays(today, 1) ? 'tomorrow' : shortDayLabel(slotDay);
};

/**
 * The available hours of the first available day, in court time. Each hour links to its booking.
 */
export function FreeHours({
  court: { id, name, slots },
  onOpen,
}: {
  court: FoundCourt;
  onOpen: () => void;
}) {
  const { withChallenge } = useChallenge();
  const now = useNow();
  const [firstSlot] = slots;
  if (!firstSlot)
    return <p className="mt-3 text-small text-quiet">No available hours in the next few days</p>;
  const zone = zoneOfSlots(slots)!;
  // A clock change repeats an hour.
  const hasTwoOffsets = slots.some(({ offset }) => offset !== firstSlot.offset);
  const slotDay = dayInZone(firstSlot.start, zone);
  return (
    <div className="mt-3">
      <p id={`${id}-hours`} className="text-small text-quiet">
        Available {relativeDayLabel(slotDay, dayInZone(now, zone))}
      </p>
      <ul aria-labelledby={`${id}-hours`} className="mt-1.5 flex flex-wrap gap-1.5">
        {slots
          .filter(({ start }) => dayInZone(start, zone) === slotDay)
          .map(({ start }) => (
            <li key={start}>
              {/* Above the name link, which covers the whole card. */}
              <Link
                to={withChallenge(paths.courtHour(id, slotDay, start))}
                onClick={onOpen}
                className="figures relative z-10 grid min-h-11 place-items-center rounded-sm bg-soft px-3 text-small transition-colors hover:bg-court hover:text-on-court"
              >
                <span>
                  {formatTime(start, zone)}
                  {hasTwoOffsets && ` ${zoneAbbreviation(start, zone)}`}
                  <span className="sr-only">
                    {' '}
                    at <bdi>{name}</bdi>
                  </span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </div>
  );
}
