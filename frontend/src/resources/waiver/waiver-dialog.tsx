import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { cx } from 'class-variance-authority';
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
  textBox: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>,
): boolean => textBox.scrollHeight - textBox.scrollTop - textBox.clientHeight <= CLOSE_TO_END_PX;

export type WaiverGate = { open: boolean; onClose: () => void; onAccepted: () => void };

/**
 * The liability waiver. Accepting requires scrolling to the end and checking the box. A second
 * Cancel closes it.
 */
export function WaiverDialog({ open, ...gate }: WaiverGate) {
  return open ? <OpenWaiverDialog {...gate} /> : null;
}

function OpenWaiverDialog({ onClose, onAccepted }: Omit<WaiverGate, 'open'>) {
  const { data: waiver, isError, refetch } = useQuery(waiverQuery);
  const [isRead, setIsRead] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [showsHint, setShowsHint] = useState(false);
  const acceptWaiver = useAcceptWaiver(onAccepted);
  const isAccepted = waiver?.hasAcceptedWaiver ?? false;
  const trackReading = useCallback((textBox: HTMLElement | null) => {
    if (textBox && isReadToEnd(textBox)) setIsRead(true);
  }, []);
  useEffect(() => {
    if (!showsHint) return;
    const hintTimer = setTimeout(() => setShowsHint(false), HINT_MS);
    return () => clearTimeout(hintTimer);
  }, [showsHint]);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Player waiver"
      description={
        isAccepted
          ? "You've accepted this waiver."
          : 'Please read and acknowledge it before you continue using Courtly.'
      }
      footer={
        isAccepted ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button
              variant="quiet"
              onClick={() => (isChecked || showsHint ? onClose() : setShowsHint(true))}
            >
              Cancel
            </Button>
            <Button
              busy={acceptWaiver.isPending}
              onClick={() => (isChecked ? acceptWaiver.mutate() : setShowsHint(true))}
            >
              {acceptWaiver.isPending ? 'Accepting...' : 'Accept'}
            </Button>
          </>
        )
      }
    >
      {waiver && (
        <Textarea
          ref={trackReading}
          readOnly
          aria-label="Waiver text"
          rows={9}
          value={waiver.text}
          onScroll={(event) => trackReading(event.currentTarget)}
          className="resize-none bg-paper!"
        />
      )}
      {!waiver && !isError && (
        <p role="status" className="min-h-60">
          Loading the waiver...
        </p>
      )}
      {isError && (
        <p role="alert" className="min-h-60">
          The waiver couldn't be loaded.{' '}
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {!isAccepted && (
        <>
          <Checkbox
            className="mt-5"
            label="I have read the waiver and accept it. I am 18 or older, or have my guardian's consent."
            checked={isChecked}
            disabled={!isRead}
            aria-invalid={showsHint}
            onChange={(event) => {
              setChecked(event.target.checked);
              setShowsHint(false);
            }}
          />
          <div className="mt-2 grid text-[0.9375rem] *:col-start-1 *:row-start-1">
            {/* Keeps its space so that nothing shifts. */}
            <p className={cx('text-quiet', (isRead || showsHint) && 'invisible')}>
              Scroll to the end of the text first.
            </p>
            <p role="alert" className="text-bad">
              {showsHint &&
                'You need to accept the waiver to book a court. Press Cancel again to close without accepting.'}
            </p>
          </div>
        </>
      )}
    </Dialog>
  );
}
