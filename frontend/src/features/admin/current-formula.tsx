import type { NamedFormula, RatingFormulas } from '@courtly/contracts/rating-replays';
import { useState } from 'react';
import { useAdoptFormula } from '../../resources/admin/replay-queries';
import { instantLabel } from '../../resources/audit/audit-labels';
import { countLabel } from '../../resources/admin/replay-labels';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMIN_ONLY_HINT } from './reason-hints';

export function CurrentFormula({
  formulas: { inForce, before: previous, published },
}: {
  formulas: RatingFormulas;
}) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isPublished = published?.formulaId === inForce.formulaId;
  return (
    <section aria-labelledby="in-force">
      <h2 id="in-force" className="font-display text-2xl">
        {' '}
        Current formula{' '}
      </h2>
      <p className="mt-3 text-lg wrap-anywhere">{inForce.formulaId}</p>
      <p role="status" className="mt-1 text-quiet">
        {isPublished
          ? `All ratings use it: ${countLabel(published.matches)} matches, updated ${instantLabel(published.publishedAt)}.`
          : 'Recalculating all ratings. Until then, players see the previous ratings.'}
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

type AdoptDialogProps = { formula: NamedFormula; inForce: NamedFormula; onClose: () => void };

export function AdoptDialog({
  formula: { formula, parameters, formulaId },
  inForce,
  onClose,
}: AdoptDialogProps) {
  const adoptFormula = useAdoptFormula();
  const submitAdoption = (reason: string) =>
    adoptFormula.mutate(
      { formula, parameters, expectedCurrent: inForce.formulaId, reason },
      { onSuccess: onClose },
    );
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
      <p>
        All ratings will be recalculated with it in the next update. You can revert the same way.
      </p>
    </ReasonDialog>
  );
}
