import type { ComponentProps } from 'react';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMIN_ONLY_HINT } from './reason-hints';

type AdminActionDialogProps = Omit<
  ComponentProps<typeof ReasonDialog>,
  'hint' | 'busy' | 'onSend'
> & {
  /** Says who sees the reason if it is not only for admins. */
  hint?: string;
  /** `keyOf` derives an idempotency key from an intent, for actions that must not run twice. */
  mutationFn: (reason: string, keyOf: (intent: object) => string) => Promise<unknown>;
  successMessage: string;
};

export function AdminActionDialog({
  hint = ADMIN_ONLY_HINT,
  mutationFn,
  successMessage,
  ...dialogProps
}: AdminActionDialogProps) {
  const { keyOf, settle } = useIdempotencyKey();
  const adminAction = useAdminAction(
    (reason: string) => mutationFn(reason, (intent) => keyOf(JSON.stringify(intent))),
    successMessage,
  );
  const { onClose } = dialogProps;
  return (
    <ReasonDialog
      {...dialogProps}
      hint={hint}
      busy={adminAction.isPending}
      onSend={(reason) =>
        adminAction.mutate(reason, {
          onSuccess: onClose,
          onSettled: (_, error) => settle(error),
        })
      }
    />
  );
}
