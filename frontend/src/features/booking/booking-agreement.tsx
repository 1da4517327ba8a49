import type { ReactNode } from 'react';
import { PaperLink } from '../../resources/paper/paper-link';
import { LoadErrors, hasFailed } from '../../ui/load-error';
import type { BookingPapers } from './use-booking-papers';

/** The papers that a booking accepts, and which of them have changed. */
export function BookingAgreement({
  papers: { haveTermsChanged, hasCancellationChanged, queries },
}: {
  papers: BookingPapers;
}) {
  return (
    <div className="grid gap-2 text-small text-quiet">
      <p>
        By booking, you agree to the <PaperLink paper="terms">terms of service</PaperLink> and the{' '}
        <PaperLink paper="cancellationPolicy">cancellation policy</PaperLink>.
      </p>
      {haveTermsChanged && <Note>The terms of service have changed since you agreed to them.</Note>}
      {hasCancellationChanged && (
        <Note>The cancellation policy has changed since your last booking.</Note>
      )}
      {queries.some((query) => query.isError || hasFailed(query)) && (
        <Note>The terms or the cancellation policy may have changed.</Note>
      )}
      <LoadErrors className="mt-1" label="the current documents" queries={queries} />
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="note" className="border-l-2 border-brass-line pl-4">
      {children}
    </p>
  );
}
