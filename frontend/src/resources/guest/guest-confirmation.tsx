import type { Guest } from '@courtly/contracts/guest-waivers';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';

export type GuestAction = 'remove' | 'replace';

type GuestConfirmationProps = {
  action: GuestAction;
  guest: Pick<Guest, 'name' | 'email' | 'signedAt'>;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

const removalText = ({ signedAt }: GuestConfirmationProps['guest']): string =>
  signedAt
    ? "They're no longer a guest of this booking. We keep the signature as proof."
    : "They're no longer a guest of this booking, and their link stops working.";

const replacementText = ({ email }: GuestConfirmationProps['guest']): string =>
  email
    ? `The link that they have stops working. We'll email a new one to ${email}.`
    : 'The link that they have stops working. You have to send them the new one.';

/** Asks before a guest loses their place or the link that they have. */
export function GuestConfirmation({
  action,
  guest,
  busy,
  onConfirm,
  onClose,
}: GuestConfirmationProps) {
  const isRemoval = action === 'remove';
  const shownName = guest.name || 'this guest';
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRemoval ? `Remove ${shownName}?` : `Replace the link of ${shownName}?`}
      footer={
        <>
          <CloseButton>{isRemoval ? 'Keep Guest' : 'Keep Link'}</CloseButton>
          <Button variant={isRemoval ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {isRemoval ? 'Remove Guest' : 'Replace the Link'}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere text-quiet">
        {isRemoval ? removalText(guest) : replacementText(guest)}
      </p>
    </Dialog>
  );
}
