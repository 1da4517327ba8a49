import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useShortcuts } from '../../lib/use-shortcuts';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useUnsavedChanges } from '../../ui/guards';
import { ApplicationActions } from './application-actions';
import { ApplicationDetails } from './application-details';
import { ReviewFields } from './review-fields';
import { useReview } from './use-review';

type ApplicationDialogProps = {
  application: AnyApplication;
  onClose: () => void;
  /** `onPrevious` and `onNext` are undefined at the start and at the end of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** The element that gets the focus on close. A decided application may have left the list. */
  finalFocus: (isDecided: boolean) => HTMLElement | null;
};

export function ApplicationDialog({
  application,
  onClose,
  onPrevious,
  onNext,
  finalFocus,
}: ApplicationDialogProps) {
  const reviewState = useReview(application, onClose);
  const { canDecide, isDeciding, decide, isDecided, reason, reasonField, serverError } =
    reviewState;
  const approveButton = useRef<HTMLButtonElement>(null);
  const { confirmDiscard } = useUnsavedChanges(reason.trim() !== '' && !isDeciding);
  const goPrevious = onPrevious && (() => confirmDiscard(onPrevious));
  const goNext = onNext && (() => confirmDiscard(onNext));
  useShortcuts({
    ...(canDecide && {
      a: () => approveButton.current?.focus(),
      r: () => reasonField.current?.focus(),
    }),
    ...(goNext && { n: goNext }),
    ...(goPrevious && { p: goPrevious }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => finalFocus(isDecided.current)}
      title={<bdi>{application.fullName}</bdi>}
      description={
        isHostApplication(application) ? 'Host application' : 'Elite membership application'
      }
      footer={
        <>
          <div className="mr-auto flex">
            <Button
              variant="quiet"
              size="icon"
              aria-label="Previous application"
              disabled={!goPrevious}
              onClick={goPrevious}
            >
              <ChevronLeft size={20} strokeWidth={1.6} aria-hidden />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Next application"
              disabled={!goNext}
              onClick={goNext}
            >
              <ChevronRight size={20} strokeWidth={1.6} aria-hidden />
            </Button>
          </div>
          {canDecide && (
            <>
              <Button variant="danger" busy={isDeciding} onClick={() => decide('rejected')}>
                Reject
              </Button>
              <Button ref={approveButton} busy={isDeciding} onClick={() => decide('approved')}>
                Approve
              </Button>
            </>
          )}
        </>
      }
    >
      {serverError && <p className="mb-5 text-bad">{serverError}</p>}
      <ApplicationDetails application={application} />
      <ApplicationActions application={application} onErased={onClose} />
      {canDecide && <ReviewFields review={reviewState} />}
    </Dialog>
  );
}
