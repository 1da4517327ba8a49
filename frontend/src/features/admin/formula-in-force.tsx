import type { NamedFormula, RatingFormulas } from '@courtly/contracts/rating-replays';
import { useState } from 'react';
import { useAdoptFormula } from '../../resources/admin/replay-queries';
import { momentLabel } from '../../resources/audit/audit-labels';
import { countLabel } from '../../resources/admin/replay-labels';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';

/** The formula in force, whether everybody is rated by it yet, and the way back to the one before. */
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
        In force
      </h2>
      <p className="mt-3 text-lg wrap-anywhere">{inForce.formulaId}</p>
      <p role="status" className="mt-1 text-quiet">
        {isShown
          ? `Everybody is rated by it: ${countLabel(published.matches)} matches, ${momentLabel(published.publishedAt)}.`
          : 'The next table is on its way: until then everybody is shown the one before.'}
      </p>
      {before && (
        <Button
          variant="outline"
          className="mt-5 h-auto min-h-11 py-2 whitespace-normal"
          onClick={() => ask(true)}
        >
          Go Back to {before.formulaId}
        </Button>
      )}
      {isAsked && before && (
        <AdoptDialog formula={before} inForce={inForce} onClose={() => ask(false)} />
      )}
    </section>
  );
}

type DialogProps = { formula: NamedFormula; inForce: NamedFormula; onClose: () => void };

/** Asks why, before everybody is rated by another formula. */
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
      title="Put this formula in force?"
      description={`${formulaId}, in place of ${inForce.formulaId}`}
      hint={ADMINS_READ}
      button="Put in Force"
      isDanger={false}
      busy={adopt.isPending}
      onSend={send}
      onClose={onClose}
    >
      <p>
        Everybody is rated anew by it, from the next table on. You can go back by the same step.
      </p>
    </ReasonDialog>
  );
}
