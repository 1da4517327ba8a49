import type { ComponentProps } from 'react';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';

type Props = Omit<ComponentProps<typeof ReasonDialog>, 'hint' | 'busy' | 'onSend'> & {
  /** Who reads the reason, where it is not admins alone. */
  hint?: string;
  act: (reason: string) => Promise<unknown>;
  /** What is told once it is done. */
  said: string;
};

/** Asks an admin why, then does it. */
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
