import type {
  EvidenceVerdict,
  NamedFormula,
  RatingFormulas,
  RatingReplay,
} from '@courtly/contracts/rating-replays';
import { EVIDENCE_DAYS, isRecentEvidence } from '@courtly/contracts/replay-limits';
import { useState } from 'react';
import { rankingCsvPath, useAdoptFormula } from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { coinFlipWarning, countLabel } from '../../resources/admin/replay-labels';
import { sportOptions } from '../../lib/sports';
import { useNow } from '../../lib/use-now';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMIN_ONLY_HINT } from './reason-hints';
import { textLinkClass } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

export function CurrentFormula({
  formulas: { inForce, before: previous, published },
}: {
  formulas: RatingFormulas;
}) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isPublished = published?.formulaId === inForce.formulaId;
  return (
    <section aria-labelledby="in-force">
      <Heading level={2} id="in-force">
        Current formula
      </Heading>
      <p className="mt-3 text-lg wrap-anywhere">{inForce.formulaId}</p>
      <p role="status" className="mt-1 text-quiet">
        {isPublished
          ? `All ratings use it: ${countLabel(published.matches)} matches, updated ${instantLabel(published.publishedAt)}.`
          : 'Recalculating all ratings. Until then, players see the previous ratings.'}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {sportOptions.flatMap(({ value: sport, label }) =>
          (['singles', 'doubles'] as const).map((discipline) => (
            <a
              key={`${sport} ${discipline}`}
              href={rankingCsvPath(sport, discipline)}
              download
              className={`${textLinkClass} inline-flex min-h-9 items-center`}
            >
              {label} {discipline} ranking (CSV)
            </a>
          )),
        )}
      </p>
      {previous && (
        <Button
          variant="outline"
          className="mt-5 h-auto! min-h-11 py-2 whitespace-normal!"
          onClick={() => setDialogOpen(true)}
        >
          Revert to {previous.formulaId}
        </Button>
      )}
      {isDialogOpen && previous && (
        <AdoptDialog formula={previous} inForce={inForce} onClose={() => setDialogOpen(false)} />
      )}
    </section>
  );
}

type AdoptDialogProps = {
  formula: NamedFormula;
  inForce: NamedFormula;
  /** The replay that compared the formula with the current one, if there is one. */
  replay?: RatingReplay;
  onClose: () => void;
};

const UNTESTED =
  'No replay has compared this formula with the current one, so no one knows whether it forecasts better.';

const OUTDATED = `The replay that compared this formula with the current one is more than ${EVIDENCE_DAYS} days old, so no one knows whether it forecasts better now.`;

/** Without evidence for the formula, the admin must acknowledge that. */
const needsAcknowledgement = (verdict: EvidenceVerdict | undefined): boolean =>
  verdict !== 'better';

export function AdoptDialog({
  formula: { formula, parameters, formulaId },
  inForce,
  replay,
  onClose,
}: AdoptDialogProps) {
  const adoptFormula = useAdoptFormula();
  const [isAcknowledged, setAcknowledged] = useState(false);
  const [showsMissing, setShowsMissing] = useState(false);
  const now = useNow();
  const comparison = replay?.compared.formulaId === inForce.formulaId ? replay : undefined;
  const isOutdated = comparison !== undefined && !isRecentEvidence(comparison.asOf, now);
  const evidence = isOutdated ? undefined : comparison?.result?.evidence;
  const warning = evidence && comparison?.result && coinFlipWarning(comparison.result);
  const asksFirst = needsAcknowledgement(evidence?.verdict);
  const submitAdoption = (reason: string) => {
    setShowsMissing(asksFirst && !isAcknowledged);
    if (asksFirst && !isAcknowledged) return;
    adoptFormula.mutate(
      {
        formula,
        parameters,
        expectedCurrent: inForce.formulaId,
        ...(replay && { replayId: replay.id }),
        acknowledged: asksFirst,
        reason,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <ReasonDialog
      title="Adopt this formula?"
      description={`${formulaId} will replace ${inForce.formulaId}.`}
      hint={ADMIN_ONLY_HINT}
      button="Adopt Formula"
      isDanger={false}
      busy={adoptFormula.isPending}
      onSend={submitAdoption}
      onClose={onClose}
    >
      <p className={asksFirst ? 'border-l-2 border-bad pl-4' : 'border-l-2 border-rule pl-4'}>
        {evidence ? evidence.sentence : isOutdated ? OUTDATED : UNTESTED}
        {warning && ` ${warning}`}
        {comparison && ` The replay is as of ${instantLabel(comparison.asOf)}.`}
        {replay && ' The formula will rate all sports.'}
      </p>
      {asksFirst && (
        <div>
          <Checkbox
            label="I have seen this and want to adopt the formula anyway"
            checked={isAcknowledged}
            aria-invalid={showsMissing}
            onChange={({ target }) => setAcknowledged(target.checked)}
          />
          {showsMissing && !isAcknowledged && (
            <p role="alert" className="mt-1.5 text-small text-bad">
              Check this box to adopt the formula without evidence for it
            </p>
          )}
        </div>
      )}
      <p>
        All ratings will be recalculated with it in the next update. You can revert the same way.
      </p>
    </ReasonDialog>
  );
}
