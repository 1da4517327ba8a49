import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { cx } from 'class-variance-authority';
import { waiverQuery } from './waiver-query';
import { PaperLink } from '../paper/paper-link';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import { Dialog } from '../../ui/dialog';
import { useAcceptWaiver } from './accept-waiver';
import { WaiverTextBox } from './waiver-text-box';

const HINT_MS = 3_000;

/** The text of the consent box. The age is unknown while the waiver loads. */
const consentLabel = (adultAge: number | undefined): string =>
  adultAge === undefined
    ? 'I have read the waiver and accept it.'
    : `I have read the waiver and accept it. I am ${adultAge} or older.`;

export type WaiverGate = {
  open: boolean;
  onClose: () => void;
  onAccepted: () => void;
  /** The steps of the booking that asks for the waiver. */
  steps?: ReactNode;
};

/**
 * The liability waiver. Accepting requires scrolling to the end and checking the box. A second
 * Cancel closes it.
 */
export function WaiverDialog({ open, ...gate }: WaiverGate) {
  return open ? <OpenWaiverDialog {...gate} /> : null;
}

function OpenWaiverDialog({ onClose, onAccepted, steps }: Omit<WaiverGate, 'open'>) {
  const query = useQuery(waiverQuery);
  const { data: waiver } = query;
  // A new version must be read and accepted again.
  const [readVersion, setReadVersion] = useState('');
  const [checkedVersion, setCheckedVersion] = useState('');
  const isRead = readVersion !== '' && readVersion === waiver?.version;
  const isChecked = checkedVersion !== '' && checkedVersion === waiver?.version;
  const [showsHint, setShowsHint] = useState(false);
  const acceptWaiver = useAcceptWaiver(onAccepted);
  const isAccepted = waiver?.hasAcceptedWaiver ?? false;
  const shownVersion = waiver?.version ?? '';
  const accept = () => {
    if (isChecked) acceptWaiver.mutate(shownVersion);
    else setShowsHint(true);
  };
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
      className="h-dvh max-h-dvh! sm:h-[92dvh] sm:max-w-2xl!"
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
            <Button busy={acceptWaiver.isPending} onClick={accept}>
              {acceptWaiver.isPending ? 'Accepting...' : 'Accept'}
            </Button>
          </>
        )
      }
    >
      <div className="flex h-full flex-col">
        {steps}
        {waiver && <WaiverTextBox waiver={waiver} onRead={setReadVersion} className="flex-1" />}
        {!waiver && !hasFailed(query) && (
          <p role="status" className="min-h-60">
            Loading the waiver...
          </p>
        )}
        <LoadErrors className="min-h-60" label="the waiver" queries={[query]} />
        {!isAccepted && (
          <>
            <Checkbox
              className="mt-5"
              label={consentLabel(waiver?.adultAge)}
              checked={isChecked}
              disabled={!isRead}
              aria-invalid={showsHint && !isChecked}
              onChange={(event) => {
                setCheckedVersion(event.target.checked ? shownVersion : '');
                setShowsHint(false);
              }}
            />
            <div className="mt-2 grid text-small *:col-start-1 *:row-start-1">
              {/* Keeps its space so that nothing shifts. */}
              <p className={cx('text-quiet', (isRead || showsHint) && 'invisible')}>
                Scroll to the end of the text first.
              </p>
              <p role="alert" className="text-bad">
                {showsHint &&
                  !isChecked &&
                  'You need to accept the waiver to book a court. Press Cancel again to close without accepting.'}
              </p>
            </div>
            <p className="mt-3 text-small text-quiet">
              See also the <PaperLink paper="terms">terms of service</PaperLink> and the{' '}
              <PaperLink paper="privacy">privacy notice</PaperLink>.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
