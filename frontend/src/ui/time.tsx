import {
  type CourtZone,
  dayInZone,
  formatLongDate,
  hasSameOffset,
  formatShortDate,
  timeRange,
  viewerZone,
  zoneAbbreviation,
} from '../lib/format';

type CourtTimeProps = {
  /** A booking, or anything else that has its times. */
  hour: CourtZone & Readonly<{ startTime: string; endTime: string }>;
  withDate?: boolean;
};

/** Time at the court with its zone, and the viewer's local time if it differs. */
export function CourtTime({ hour, withDate = true }: CourtTimeProps) {
  const { startTime: start, endTime: end } = hour;
  const localZone = viewerZone();
  const isOtherDay = dayInZone(start, localZone) !== dayInZone(start, hour);
  return (
    <span>
      <time dateTime={start} className="figures">
        {withDate && `${formatLongDate(start, hour)}, `}
        <span className="whitespace-nowrap">
          {timeRange(start, end, hour)} {zoneAbbreviation(start, hour)}
        </span>
      </time>
      {!hasSameOffset(start, hour, localZone) && (
        <span className="figures block text-small text-quiet print:hidden">
          {isOtherDay && `${formatShortDate(start, localZone)}, `}
          {timeRange(start, end, localZone)} where you are ({zoneAbbreviation(start, localZone)})
        </span>
      )}
    </span>
  );
}
