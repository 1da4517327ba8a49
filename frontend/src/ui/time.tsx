import {
  dayIn,
  longDate,
  sameClock,
  shortDate,
  timeRange,
  viewerZone,
  zoneName,
} from '../lib/format';

type Props = { start: string; end: string; zone: string; withDate?: boolean };

/** Time at the court with its zone, and the viewer's local time if it differs. */
export function CourtTime({ start, end, zone, withDate = true }: Props) {
  const here = viewerZone();
  const otherDay = dayIn(start, here) !== dayIn(start, zone);
  return (
    <span>
      <time dateTime={start} className="figures">
        {withDate && `${longDate(start, zone)}, `}
        <span className="whitespace-nowrap">
          {timeRange(start, end, zone)} {zoneName(start, zone)}
        </span>
      </time>
      {!sameClock(start, zone, here) && (
        <span className="figures block text-[0.9375rem] text-quiet">
          {otherDay && `${shortDate(start, here)}, `}
          {timeRange(start, end, here)} where you are ({zoneName(start, here)})
        </span>
      )}
    </span>
  );
}
