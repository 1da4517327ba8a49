import type { Paper, PaperName } from '@courtly/contracts/papers';
import type { Policy } from '@courtly/contracts/policy';
import { paperTexts } from './paper-texts.js';

export const DRAFT_NOTE = 'Draft. A lawyer has not reviewed this text.';

/** The current version of a paper with the numbers of a policy. */
export const paperUnder = (policy: Policy, name: PaperName): Paper => {
  const { title, versions } = paperTexts[name];
  const [{ version, date, isReviewed, write }] = versions;
  return {
    name,
    title,
    version,
    date,
    policyId: policy.id,
    draftNote: isReviewed ? '' : DRAFT_NOTE,
    sections: write(policy).map((section) => ({
      title: section.title,
      paragraphs: [...section.paragraphs],
    })),
  };
};

export const currentVersion = (name: PaperName): string => paperTexts[name].versions[0].version;
