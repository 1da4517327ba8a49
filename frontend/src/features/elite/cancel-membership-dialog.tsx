import { useCancelMembership } from '../../resources/membership/membership-mutations';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type CancelMembershipDialogProps = { until: string; onClose: () => void };

export function CancelMembershipDialog({ until, onClose }: CancelMembershipDialogProps) {
  const cancelMembership = useCancelMembership();
  const confirmCancellation = () => cancelMembership.mutate(undefined, { onSettled: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel your membership?"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep Membership
          </Button>
          <Button variant="danger" busy={cancelMembership.isPending} onClick={confirmCancellation}>
            {cancelMembership.isPending ? 'Canceling...' : 'Cancel Membership'}
          </Button>
        </>
      }
    >
      <p>
        You remain a member until {until}. You won't be charged again, and your existing bookings
        remain valid.
      </p>
    </Dialog>
  );
}
