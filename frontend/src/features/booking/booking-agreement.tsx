import type { PaperName } from '@courtly/contracts/papers';
import { useOptionalData } from '../../lib/use-optional-data';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { PaperLink } from '../../resources/paper/paper-link';
import { paperQuery } from '../../resources/paper/paper-query';
import { useSession } from '../../resources/session/session';

/** Whether the user accepted earlier texts of a paper, but not the current one. */
const useHasChanged = (name: PaperName): boolean => {
  const { user } = useSession();
  const accepted = useOptionalData({ ...acceptedPapersQuery, enabled: user !== null });
  const acceptedTexts = (accepted ?? [])
    .filter((paper) => paper.name === name)
    .map(({ sections }) => JSON.stringify(sections));
  const current = useOptionalData({ ...paperQuery(name), enabled: acceptedTexts.length > 0 });
  return (
    current !== undefined &&
    acceptedTexts.length > 0 &&
    !acceptedTexts.includes(JSON.stringify(current.sections))
  );
};

/** The papers that a booking accepts, and which of them have changed. */
export function BookingAgreement() {
  const haveTermsChanged = useHasChanged('terms');
  const hasCancellationChanged = useHasChanged('cancellation-policy');
  return (
    <div className="grid gap-2 text-[0.9375rem] text-quiet">
      <p>
        By booking, you agree to the <PaperLink paper="terms">terms of service</PaperLink> and the{' '}
        <PaperLink paper="cancellationPolicy">cancellation policy</PaperLink>.
      </p>
      {haveTermsChanged && (
        <p role="note" className="border-l-2 border-brass-line pl-4">
          The terms of service have changed since you agreed to them.
        </p>
      )}
      {hasCancellationChanged && (
        <p role="note" className="border-l-2 border-brass-line pl-4">
          The cancellation policy has changed since your last booking.
        </p>
      )}
    </div>
  );
}
