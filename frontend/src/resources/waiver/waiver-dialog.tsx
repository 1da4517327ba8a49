import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { cn } from '../../lib/cn';
import { waiverQuery } from './waiver-query';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Textarea } from '../../ui/input';
import { useAcceptWaiver } from './accept-waiver';

const CLOSE_TO_END_PX = 10;
const HINT_MS = 3_000;

/** Whether the text is scrolled close enough to its end to count as read. */
export const isReadToEnd = (
  box: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>,
): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= CLOSE_TO_END_PX;

export type WaiverGate = { open: boolean; onClose: () => void; onAccepted: () => void };

/**
 * The liability waiver. Accepting requires scrolling to the end and checking the box. A second
 * Cancel closes it.
 */
export function WaiverDialog({ open, ...gate }: WaiverGate) {
  return open ? <OpenWaiver {...gate} /> : null;
}

function OpenWaiver({ onClose, onAccepted }: Omit<WaiverGate, 'open'>) {
  const { data: waiver, isError, refetch } = useQuery(waiverQuery);
  const [read, setRead] = useState(false);
  const [ticked, setTicked] = useState(false);
  const [hint, setHint] = useState(false);
  const accept = useAcceptWaiver(onAccepted);
  const accepted = waiver?.hasAcceptedWaiver ?? false;
  const noticeEnd = useCallback((box: HTMLElement | null) => {
    if (box && isReadToEnd(box)) setRead(true);
  }, []);
  useEffect(() => {
    if (!hint) return;
    const timer = setTimeout(() => setHint(false), HINT_MS);
    return () => clearTimeout(timer);
  }, [hint]);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Player waiver"
      description={
        accepted
          ? 'You have accepted this waiver.'
          : 'Please read and acknowledge it before you continue using Courtly.'
      }
      footer={
        accepted ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button variant="quiet" onClick={() => (ticked || hint ? onClose() : setHint(true))}>
              Cancel
            </Button>
            <Button
              busy={accept.isPending}
              onClick={() => (ticked ? accept.mutate() : setHint(true))}
            >
              {accept.isPending ? 'Accepting...' : 'Accept'}
            </Button>
          </>
        )
      }
    >
      {waiver && (
        <Textarea
          ref={noticeEnd}
          readOnly
          aria-label="Waiver text"
          rows={9}
          value={waiver.text}
          onScroll={(event) => noticeEnd(event.currentTarget)}
          className="resize-none bg-paper"
        />
      )}
      {!waiver && !isError && (
        <p role="status" className="min-h-60">
          Loading the waiver...
        </p>
      )}
      {isError && (
        <p role="alert" className="min-h-60">
          The waiver could not be loaded.{' '}
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!accepted && (
        <>
          <Checkbox
            className="mt-5"
            label="I have read the waiver and accept it. I am 18 or older, or have my guardian's consent."
            checked={ticked}
            disabled={!read}
            aria-invalid={hint}
            onChange={(event) => {
              setTicked(event.target.checked);
              setHint(false);
            }}
          />
          <div className="mt-2 grid text-[0.9375rem] *:col-start-1 *:row-start-1">
            {/* Keeps its space, so that nothing shifts. */}
            <p className={cn('text-quiet', (read || hint) && 'invisible')}>
              Scroll to the end of the text first.
            </p>
            <p role="alert" className="text-bad">
              {hint &&
                'You need to accept the waiver to book a court. Press Cancel again to close without accepting.'}
            </p>
          </div>
        </>
      )}
    </Dialog>
  );
}
