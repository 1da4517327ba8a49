import type { ComponentProps } from 'react';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMIN_ONLY_HINT } from './reason-hints';

type AdminActionDialogProps = Omit<
  ComponentProps<typeof ReasonDialog>,
  'hint' | 'busy' | 'onSend'
> & {
  /** Says who sees the reason, if not only admins. */
  hint?: string;
  mutationFn: (reason: string) => Promise<unknown>;
  successMessage: string;
};

export function AdminActionDialog({
  hint = ADMIN_ONLY_HINT,
  mutationFn,
  successMessage,
  ...dialogProps
}: AdminActionDialogProps) {
  const adminAction = useAdminAction(mutationFn, successMessage);
  const { onClose } = dialogProps;
  return (
    <ReasonDialog
      {...dialogProps}
      hint={hint}
      busy={adminAction.isPending}
      onSend={(reason) => adminAction.mutate(reason, { onSuccess: onClose })}
    />
  );
}
