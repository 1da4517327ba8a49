import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { useOptionalData } from '../../lib/use-optional-data';
import { clubSingles, ownRankQuery } from '../../resources/ranking/ranking-queries';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { DESCRIBED_FORMULA, chapters } from './how-ratings-work-content';
import { Heading } from '../../ui/heading';

/** An admin can adopt another formula, whose rules differ. */
function OtherFormulaNote() {
  const ownRank = useOptionalData(ownRankQuery(clubSingles));
  if (!ownRank?.formula || ownRank.formula.startsWith(DESCRIBED_FORMULA)) return null;
  return (
    <p role="note" className="mt-6 max-w-prose border-l-2 border-brass-line pl-4">
      Courtly now uses another formula, {ownRank.formula}. This page describes {DESCRIBED_FORMULA}.
      The receipts in your match history show how your rating changed.
    </p>
  );
}

export function HowRatingsWorkPage() {
  const { user } = useSession();
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta page="/how-ratings-work" />
      <Heading level={1}>How ratings work</Heading>
      {user && <OtherFormulaNote />}
      {chapters.map(({ title, text }) => (
        <section key={title} className="mt-10 border-t border-rule pt-6">
          <Heading level={2}>{title}</Heading>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-prose text-quiet">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <LinkButton to={paths.rankings} className="mt-10">
        Elite Rankings
      </LinkButton>
    </div>
  );
}
