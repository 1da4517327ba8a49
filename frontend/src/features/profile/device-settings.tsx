import type { Session } from '@courtly/contracts/identity';
import { useQuery } from '@tanstack/react-query';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { paths } from '../../config/paths';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account-api';

function Device({ session }: { session: Session }) {
  const endSession = useEndSession();
  const zone = viewerZone();
  const { browser, since, lastSeen, isCurrent, usedSecondFactor } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {browser} {isCurrent && <Badge tone="good">This device</Badge>}
        </p>
        <p className="text-small text-quiet">
          Signed in {formatShortDate(since, zone)}
          {usedSecondFactor && ' with two-step sign-in'}
          {!isCurrent &&
            `, last used ${formatShortDate(lastSeen, zone)} around ${formatTime(lastSeen, zone)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="outline"
          busy={endSession.isPending}
          aria-label={`Sign out ${browser}`}
          onClick={() => endSession.mutate(session)}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}

function Devices({ sessions }: { sessions: readonly Session[] }) {
  const endOthers = useEndOtherSessions();
  return (
    <>
      <ul className="-my-4 [&>:first-child]:border-t-0">
        {sessions.toSorted(currentFirst).map((session) => (
          <Device key={session.key} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <>
          <Button
            variant="outline"
            className="mt-8"
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign Out All Others
          </Button>
          <p className="mt-4 text-small text-quiet">
            Signing out doesn't end calendar subscriptions.{' '}
            <TextLink to={paths.notificationPreferences}>Remove your calendar address</TextLink>
          </p>
        </>
      )}
    </>
  );
}

const currentFirst = (firstSession: Session, secondSession: Session): number =>
  Number(secondSession.isCurrent) - Number(firstSession.isCurrent);

export function DeviceSettings() {
  return (
    <QueryPanel query={useQuery(sessionsQuery)} label="your devices">
      {(sessions) => <Devices sessions={sessions} />}
    </QueryPanel>
  );
}
