import type { BlockPersonBody } from '@courtly/contracts/blocks';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { BlockDialog } from './block-dialog';

type BlockButtonProps = {
  target: BlockPersonBody;
  /** What to call the person, such as `the host`. */
  name: string;
  /** What the button is about if the page has several, such as a booking. */
  about?: string;
};

export function BlockButton({ target, name, about }: BlockButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Block ${name}${about ? `: ${about}` : ''}`}
        onClick={() => setOpen(true)}
      >
        Block
      </Button>
      {isOpen && <BlockDialog target={target} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
