import type { BlockPersonBody } from '@courtly/contracts/blocks';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { useBlockPerson } from './block-queries';

type BlockDialogProps = {
  /** Whom to block: a player, or the other side of a booking. */
  target: BlockPersonBody;
  /** What to call them, such as `The host`. */
  name: string;
  onClose: () => void;
};

export function BlockDialog({ target, name, onClose }: BlockDialogProps) {
  const blockPerson = useBlockPerson();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Block ${name}?`}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button
            variant="danger"
            busy={blockPerson.isPending}
            onClick={() => blockPerson.mutate(target, { onSuccess: onClose })}
          >
            Block
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 pl-5">
        <li>Neither of you can send the other messages, challenges, or invitations.</li>
        <li>Neither of you can book with the other.</li>
        <li>Your existing bookings with each other remain. Cancel them if you don't want them.</li>
        <li>The other person isn't notified.</li>
      </ul>
    </Dialog>
  );
}
