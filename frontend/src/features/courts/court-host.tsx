import type { HostProfile } from '@courtly/contracts/hosting';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { courtHostQuery } from '../../resources/court/court-queries';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** `responds within an hour`: the host's median response time, rounded up. */
export const responseTimeLabel = (medianMinutes: number): string => {
  if (medianMinutes <= MINUTES_PER_HOUR) return 'responds within an hour';
  if (medianMinutes <= MINUTES_PER_DAY)
    return `responds within ${Math.ceil(medianMinutes / MINUTES_PER_HOUR)} hours`;
  return `responds within ${Math.ceil(medianMinutes / MINUTES_PER_DAY)} days`;
};

const hostFactLabels = ({
  memberSince,
  answersWithinMinutes,
  hoursHosted,
}: HostProfile): string[] => [
  `Host since ${formatMonthAndYear(memberSince, viewerZone())}`,
  ...(answersWithinMinutes === null ? [] : [responseTimeLabel(answersWithinMinutes)]),
  ...(hoursHosted === 0
    ? []
    : [`${hoursHosted.toLocaleString('en-US')} ${hoursHosted === 1 ? 'hour' : 'hours'} hosted`]),
];

/** Renders nothing if the host fails to load. */
export function CourtHost({ courtId }: { courtId: string }) {
  const host = useOptionalData(courtHostQuery(courtId));
  if (!host) return <div className="h-12" />;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={host.firstName} className="size-12! font-display text-xl!" />
      <p>
        <span className="flex flex-wrap items-center gap-x-3">
          Hosted by {host.firstName} {host.isApproved && <Badge tone="brass">Verified Host</Badge>}
        </span>
        <span className="block text-small text-quiet">{hostFactLabels(host).join(' · ')}</span>
      </p>
    </div>
  );
}
