import type { AcceptedPaper, Paper, PaperName } from '@courtly/contracts/papers';
import type { Policy } from '@courtly/contracts/policy';
import type { ApplicationEvent } from '../applications/application.events.js';
import type { UserEvent } from '../identity/user.events.js';
import { type PaperText, paperTexts } from './paper-texts.js';

/** What a request for a booking accepted: nothing, if the page showed no texts. */
type BookingAcceptance = Readonly<{
  papers?: Readonly<{ terms: string; cancellationPolicy: string }> | undefined;
  policyId: string;
  requestedAt: string;
}>;

export const DRAFT_NOTE = 'Draft. A lawyer has not reviewed this text.';

/** The current version of a legal document with the numbers of a policy. */
export const paperUnder = (policy: Policy, name: PaperName): Paper =>
  written(policy, name, paperTexts[name].versions[0]);

const written = (
  policy: Policy,
  name: PaperName,
  { version, date, isReviewed, write }: PaperText,
): Paper => ({
  name,
  title: paperTexts[name].title,
  version,
  date,
  policyId: policy.id,
  draftNote: isReviewed ? '' : DRAFT_NOTE,
  sections: write(policy).map((section) => ({
    title: section.title,
    paragraphs: [...section.paragraphs],
  })),
});

export const currentVersion = (name: PaperName): string => paperTexts[name].versions[0].version;

/** Which version of a paper someone agreed to, when (UTC), and under which policy. */
export type Acceptance = Readonly<{
  name: PaperName;
  version: string;
  policyId: string;
  acceptedAt: string;
}>;

/** The terms and the privacy notice at registration. Earlier releases recorded no version. */
export const acceptancesIn = (accountEvents: readonly UserEvent[]): Acceptance[] =>
  accountEvents.flatMap((event): Acceptance[] => {
    if (event.type !== 'UserRegistered' || !event.data.papers) return [];
    const { registeredAt: acceptedAt, papers } = event.data;
    const { policyId } = papers;
    return [
      { name: 'terms', version: papers.terms, policyId, acceptedAt },
      { name: 'privacy', version: papers.privacy, policyId, acceptedAt },
    ];
  });

/** The hosting terms in one application. Earlier releases recorded no version. */
export const hostAcceptancesIn = (
  applicationEvents: readonly ApplicationEvent[],
  applicationId: string,
): Acceptance[] =>
  applicationEvents.flatMap(({ type, data }): Acceptance[] =>
    type === 'HostApplied' && data.applicationId === applicationId && data.papers
      ? [
          {
            name: 'hosting-terms',
            version: data.papers.hostingTerms,
            policyId: data.papers.policyId,
            acceptedAt: data.appliedAt,
          },
        ]
      : [],
  );

/** Many bookings accept the same versions under the same policy, so only the first is returned. */
export const bookingAcceptancesIn = (requests: readonly BookingAcceptance[]): Acceptance[] => {
  const listedTexts = new Set<string>();
  return requests
    .toSorted((one, other) => (one.requestedAt < other.requestedAt ? -1 : 1))
    .flatMap(({ papers, policyId, requestedAt: acceptedAt }): Acceptance[] =>
      papers
        ? [
            { name: 'terms', version: papers.terms, policyId, acceptedAt },
            {
              name: 'cancellation-policy',
              version: papers.cancellationPolicy,
              policyId,
              acceptedAt,
            },
          ]
        : [],
    )
    .filter(({ name, version, policyId }) => addsTo(listedTexts, [name, version, policyId]));
};

/** Whether a text is new to the set, which then contains it. */
const addsTo = (texts: Set<string>, text: unknown): boolean => {
  const sizeBefore = texts.size;
  return texts.add(JSON.stringify(text)).size > sizeBefore;
};

/**
 * The accepted texts with their first acceptance, newest first. Policies often leave a text as it
 * was. A version or a policy that no one knows is left out.
 */
export const acceptedPapers = (
  acceptances: readonly Acceptance[],
  policyOf: (policyId: string) => Policy | null,
): AcceptedPaper[] => {
  const listedTexts = new Set<string>();
  return acceptances
    .toSorted((one, other) => (one.acceptedAt < other.acceptedAt ? -1 : 1))
    .flatMap(({ name, version, policyId, acceptedAt }) => {
      const text = paperTexts[name].versions.find((each) => each.version === version);
      const policy = policyOf(policyId);
      return text && policy ? [{ ...written(policy, name, text), acceptedAt }] : [];
    })
    .filter(({ name, version, sections }) => addsTo(listedTexts, [name, version, sections]))
    .toSorted((one, other) => (one.acceptedAt > other.acceptedAt ? -1 : 1));
};
