import type { HostProfile } from '@courtly/contracts/hosting';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { useOptionalData } from '../../lib/use-optional-data';
import { courtHostQuery } from '../../resources/court/court-queries';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';
import { Heading } from '../../ui/heading';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** `Responds within an hour`: the host's median response time, rounded up. */
export const responseTimeLabel = (medianMinutes: number): string => {
  if (medianMinutes <= MINUTES_PER_HOUR) return 'Responds within an hour';
  if (medianMinutes <= MINUTES_PER_DAY)
    return `Responds within ${Math.ceil(medianMinutes / MINUTES_PER_HOUR)} hours`;
  return `Responds within ${Math.ceil(medianMinutes / MINUTES_PER_DAY)} days`;
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
  if (!host) return <div className="h-16" />;
  return (
    <section className="flex items-center gap-4 rounded-md bg-soft p-5">
      <Avatar name={host.firstName} className="size-16! bg-raised! font-display text-2xl!" />
      <div className="min-w-0">
        <Heading level={2} size={3} className="flex flex-wrap items-center gap-x-3">
          Hosted by {host.firstName} {host.isApproved && <Badge tone="brass">Verified Host</Badge>}
        </Heading>
        <ul className="mt-1 flex flex-wrap gap-x-4 text-small text-quiet">
          {hostFactLabels(host).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
