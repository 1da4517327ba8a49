import type { HostProfile } from '@courtly/contracts/hosting';
import { useQuery } from '@tanstack/react-query';
import { formatMonthAndYear, viewerZone } from '../../lib/format';
import { courtHostQuery } from '../../resources/court/host-query';
import { Avatar } from '../../ui/avatar';

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** `responds within an hour`: the host's median response time, rounded up. */
export const answerLabel = (minutes: number): string => {
  if (minutes <= HOUR_MIN) return 'responds within an hour';
  if (minutes <= DAY_MIN) return `responds within ${Math.ceil(minutes / HOUR_MIN)} hours`;
  return `responds within ${Math.ceil(minutes / DAY_MIN)} days`;
};

const factsOf = ({ memberSince, answersWithinMinutes, hoursHosted }: HostProfile): string[] => [
  `Host since ${formatMonthAndYear(memberSince, viewerZone())}`,
  ...(answersWithinMinutes === null ? [] : [answerLabel(answersWithinMinutes)]),
  ...(hoursHosted === 0
    ? []
    : [`${hoursHosted.toLocaleString('en-US')} ${hoursHosted === 1 ? 'hour' : 'hours'} hosted`]),
];

/** Leaves the space empty if the host fails to load. */
export function CourtHost({ courtId }: { courtId: string }) {
  const { data: host } = useQuery(courtHostQuery(courtId));
  if (!host) return <div className="h-12" />;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={host.firstName} className="size-12 font-display text-xl" />
      <p>
        <span className="block">Hosted by {host.firstName}</span>
        <span className="block text-[0.9375rem] text-quiet">{factsOf(host).join(' · ')}</span>
      </p>
    </div>
  );
}
