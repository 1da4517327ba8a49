import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useShortcuts } from '../../lib/use-shortcuts';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
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
  const { canDecide, isDeciding, decide, isDecided, reasonField, serverError } = reviewState;
  useShortcuts({
    ...(canDecide && { a: () => decide('approved'), r: () => reasonField.current?.focus() }),
    ...(onNext && { n: onNext }),
    ...(onPrevious && { p: onPrevious }),
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
              disabled={!onPrevious}
              onClick={onPrevious}
            >
              <ChevronLeft size={20} strokeWidth={1.6} aria-hidden />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Next application"
              disabled={!onNext}
              onClick={onNext}
            >
              <ChevronRight size={20} strokeWidth={1.6} aria-hidden />
            </Button>
          </div>
          {canDecide && (
            <>
              <Button variant="danger" busy={isDeciding} onClick={() => decide('rejected')}>
                Reject
              </Button>
              <Button busy={isDeciding} onClick={() => decide('approved')}>
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
