import { call } from '../../lib/api';
import { type Month, monthLabel } from '../../lib/months';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';

type CloseMonthDialogProps = { month: Month; onClose: () => void };

export function CloseMonthDialog({ month, onClose }: CloseMonthDialogProps) {
  const closeMonth = useAdminAction(
    () => call('POST /api/admin/accounting/periods', { body: { month } }),
    `${monthLabel(month)} is closed.`,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Close ${monthLabel(month)}?`}
      footer={
        <>
          <CloseButton>Back</CloseButton>
          <Button
            busy={closeMonth.isPending}
            onClick={() => closeMonth.mutate(undefined, { onSuccess: onClose })}
          >
            Close Month
          </Button>
        </>
      }
    >
      <p>
        Its figures stay as they are now. Later corrections count in the month they are made. A
        closed month can't be opened again.
      </p>
    </Dialog>
  );
}
