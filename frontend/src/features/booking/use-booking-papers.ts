import type { AcceptedPaper, Paper, ShownPapers } from '@courtly/contracts/papers';
import { useQuery } from '@tanstack/react-query';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { paperQuery } from '../../resources/paper/paper-query';
import { useSession } from '../../resources/session/session';

const textOf = ({ sections }: Paper): string => JSON.stringify(sections);

/** Whether earlier texts of a paper were accepted, but not the current one. */
const hasChanged = (paper: Paper | undefined, accepted: readonly AcceptedPaper[]): boolean => {
  const acceptedTexts = accepted.filter(({ name }) => name === paper?.name).map(textOf);
  return paper !== undefined && acceptedTexts.length > 0 && !acceptedTexts.includes(textOf(paper));
};

/** The papers that a booking accepts, and whether they differ from what the user accepted. */
export const useBookingPapers = () => {
  const options = {
    enabled: useSession().user !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
  };
  const acceptedPapers = useQuery({ ...acceptedPapersQuery, ...options });
  const terms = useQuery({ ...paperQuery('terms'), ...options });
  const cancellationPolicy = useQuery({ ...paperQuery('cancellation-policy'), ...options });
  const accepted = acceptedPapers.data ?? [];
  return {
    /** Undefined until the page shows which paper has changed, or that this is unknown. */
    shown: acceptedPapers.isPending ? undefined : shownPapers(terms.data, cancellationPolicy.data),
    haveTermsChanged: hasChanged(terms.data, accepted),
    hasCancellationChanged: hasChanged(cancellationPolicy.data, accepted),
    queries: [acceptedPapers, terms, cancellationPolicy],
  };
};
export type BookingPapers = ReturnType<typeof useBookingPapers>;

const shownPapers = (
  terms: Paper | undefined,
  cancellationPolicy: Paper | undefined,
): ShownPapers | undefined =>
  terms &&
  cancellationPolicy && {
    terms: { version: terms.version, policyId: terms.policyId },
    cancellationPolicy: {
      version: cancellationPolicy.version,
      policyId: cancellationPolicy.policyId,
    },
  };
