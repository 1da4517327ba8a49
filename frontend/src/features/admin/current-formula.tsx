import type { NamedFormula, RatingFormulas } from '@courtly/contracts/rating-replays';
import { useState } from 'react';
import { useAdoptFormula } from '../../resources/admin/replay-queries';
import { momentLabel } from '../../resources/audit/audit-labels';
import { countLabel } from '../../resources/admin/replay-labels';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';

export function FormulaInForce({
  formulas: { inForce, before, published },
}: {
  formulas: RatingFormulas;
}) {
  const [isAsked, ask] = useState(false);
  const isShown = published?.formulaId === inForce.formulaId;
  return (
    <section aria-labelledby="in-force">
      <h2 id="in-force" className="font-display text-2xl">
        {' '}
        Current formula{' '}
      </h2>
      <p className="mt-3 text-lg wrap-anywhere">{inForce.formulaId}</p>
      <p role="status" className="mt-1 text-quiet">
        {isShown
          ? `All ratings use it: ${countLabel(published.matches)} matches, updated ${momentLabel(published.publishedAt)}.`
          : 'Recalculating all ratings. Until then, players see the previous ratings.'}
      </p>
      {before && (
        <Button
          variant="outline"
          className="mt-5 h-auto min-h-11 py-2 whitespace-normal"
          onClick={() => ask(true)}
        >
          Revert to {before.formulaId}
        </Button>
      )}
      {isAsked && before && (
        <AdoptDialog formula={before} inForce={inForce} onClose={() => ask(false)} />
      )}
    </section>
  );
}

type DialogProps = { formula: NamedFormula; inForce: NamedFormula; onClose: () => void };

export function AdoptDialog({
  formula: { formula, parameters, formulaId },
  inForce,
  onClose,
}: DialogProps) {
  const adopt = useAdoptFormula();
  const send = (reason: string) =>
    adopt.mutate(
      { formula, parameters, expectedCurrent: inForce.formulaId, reason },
      { onSuccess: onClose },
    );
  return (
    <ReasonDialog
      title="Adopt this formula?"
      description={`${formulaId} will replace ${inForce.formulaId}.`}
      hint={ADMINS_READ}
      button="Adopt Formula"
      isDanger={false}
      busy={adopt.isPending}
      onSend={send}
      onClose={onClose}
    >
      <p>
        All ratings will be recalculated with it in the next update. You can revert the same way.
      </p>
    </ReasonDialog>
  );
}
