import {
  dayInZone,
  formatLongDate,
  hasSameOffset,
  formatShortDate,
  shownZone,
  timeRange,
  viewerZone,
  zoneAbbreviation,
} from '../lib/format';

type CourtTimeProps = {
  start: string;
  end: string;
  zone: string;
  /** The UTC offset from the server, such as `-07:00`. */
  offset?: string;
  withDate?: boolean;
};

/** Time at the court with its zone, and the viewer's local time if it differs. */
export function CourtTime({ start, end, offset, withDate = true, ...court }: CourtTimeProps) {
  const zone = shownZone(start, court.zone, offset);
  const localZone = viewerZone();
  const isOtherDay = dayInZone(start, localZone) !== dayInZone(start, zone);
  return (
    <span>
      <time dateTime={start} className="figures">
        {withDate && `${formatLongDate(start, zone)}, `}
        <span className="whitespace-nowrap">
          {timeRange(start, end, zone)} {zoneAbbreviation(start, zone)}
        </span>
      </time>
      {!hasSameOffset(start, zone, localZone) && (
        <span className="figures block text-[0.9375rem] text-quiet">
          {isOtherDay && `${formatShortDate(start, localZone)}, `}
          {timeRange(start, end, localZone)} where you are ({zoneAbbreviation(start, localZone)})
        </span>
      )}
    </span>
  );
}
