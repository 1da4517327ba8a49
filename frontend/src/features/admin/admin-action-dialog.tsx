import type { ComponentProps } from 'react';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';

type Props = Omit<ComponentProps<typeof ReasonDialog>, 'hint' | 'busy' | 'onSend'> & {
  /** Says who sees the reason, if not only admins. */
  hint?: string;
  act: (reason: string) => Promise<unknown>;
  said: string;
};

export function DeskActionDialog({ hint = ADMINS_READ, act, said, ...texts }: Props) {
  const action = useDeskAction(act, said);
  const { onClose } = texts;
  return (
    <ReasonDialog
      {...texts}
      hint={hint}
      busy={action.isPending}
      onSend={(reason) => action.mutate(reason, { onSuccess: onClose })}
    />
  );
}
