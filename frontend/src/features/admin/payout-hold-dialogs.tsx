import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { bookingMoneyQuery } from '../../resources/admin/admin-queries';
import { LoadErrors } from '../../ui/load-error';
import { AdminActionDialog } from './admin-action-dialog';

/** The payout of a booking, or all payouts of a host. */
export type HoldSubject = Readonly<{ bookingId: string } | { userId: string }>;

type HoldDialogProps = { subject: HoldSubject; onClose: () => void };

export function HoldPayoutDialog({ subject, onClose }: HoldDialogProps) {
  const isBooking = 'bookingId' in subject;
  const moneyQuery = useQuery({
    ...bookingMoneyQuery(isBooking ? subject.bookingId : ''),
    enabled: isBooking,
  });
  const paidNote = moneyQuery.data?.isPaidOut
    ? ' The host has already been paid, so this holds only later payments.'
    : '';
  return (
    <AdminActionDialog
      title={isBooking ? 'Hold this payout?' : 'Hold all payouts of this host?'}
      description={
        isBooking
          ? `Courtly won't make further payouts for this booking until you release it.${paidNote}`
          : "Courtly won't pay this host until you release the payouts on the Money page."
      }
      button={isBooking ? 'Hold Payout' : 'Hold Payouts'}
      mutationFn={(reason) =>
        isBooking
          ? call('POST /api/admin/bookings/:bookingId/payout-holds', {
              params: { bookingId: subject.bookingId },
              body: { reason },
            })
          : call('POST /api/admin/users/:userId/payout-holds', {
              params: { userId: subject.userId },
              body: { reason },
            })
      }
      successMessage={isBooking ? 'Payout on hold' : 'Payouts on hold'}
      onClose={onClose}
    >
      <LoadErrors className="" label="the payout status" queries={[moneyQuery]} />
    </AdminActionDialog>
  );
}

export function ReleasePayoutDialog({
  subject,
  hostName,
  onClose,
}: HoldDialogProps & { hostName: string }) {
  const isBooking = 'bookingId' in subject;
  return (
    <AdminActionDialog
      title={isBooking ? 'Release this payout?' : 'Release the payouts of this host?'}
      description={`Courtly will pay ${hostName} the amount due.`}
      button="Release"
      isDanger={false}
      mutationFn={(reason) =>
        isBooking
          ? call('POST /api/admin/bookings/:bookingId/payout-releases', {
              params: { bookingId: subject.bookingId },
              body: { reason },
            })
          : call('POST /api/admin/users/:userId/payout-releases', {
              params: { userId: subject.userId },
              body: { reason },
            })
      }
      successMessage="Released"
      onClose={onClose}
    />
  );
}
