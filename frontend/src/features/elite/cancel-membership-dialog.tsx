import { useCancelMembership } from '../../resources/membership/membership-mutations';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';

type CancelMembershipDialogProps = { until: string; onClose: () => void };

export function CancelMembershipDialog({ until, onClose }: CancelMembershipDialogProps) {
  const cancelMembership = useCancelMembership();
  const confirmCancellation = () => cancelMembership.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel your membership?"
      footer={
        <>
          <CloseButton>Keep Membership</CloseButton>
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
