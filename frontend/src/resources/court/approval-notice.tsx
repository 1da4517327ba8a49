import type { Court } from '@courtly/contracts/courts';
import { Card } from '../../ui/card';
import { HostApprovalStep } from '../hosting/host-approval';
import { useSession } from '../session/session';
import { Heading } from '../../ui/heading';

/**
 * Explains that players can't find the court and, to its host, what to do. The host is not
 * approved. For admins, the host can also be suspended. Suspended hosts cannot sign in.
 */
export function ApprovalNotice({ court }: { court: Pick<Court, 'ownerId'> }) {
  const isHost = useSession().user?.id === court.ownerId;
  return (
    <Card className="mb-6">
      <Heading level={2}>Not listed</Heading>
      <p className="mt-2 max-w-prose text-quiet">
        {isHost
          ? "Players can't find or book your courts now. Courtly lists the courts of approved hosts in good standing."
          : "Players can't find or book this court now."}{' '}
        Existing bookings remain valid.
      </p>
      {isHost && <HostApprovalStep />}
    </Card>
  );
}
