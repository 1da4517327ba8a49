import { RANK_COMPARISON_DAYS } from '@courtly/contracts/ranking-limits';
import { cx } from 'class-variance-authority';
import { ArrowDown, ArrowUp } from 'lucide-react';

/** `Up 3 places in 28 days` */
export const movementLabel = (movement: number): string => {
  const places = Math.abs(movement);
  return `${movement > 0 ? 'Up' : 'Down'} ${places} ${places === 1 ? 'place' : 'places'} in ${RANK_COMPARISON_DAYS} days`;
};

/** The places gained or lost. Nothing appears without a change or an earlier rank. */
export function RankMovement({
  movement,
  inWords = false,
}: {
  movement: number | null;
  inWords?: boolean;
}) {
  if (!movement) return null;
  const Icon = movement > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-0.5 text-small',
        movement > 0 ? 'text-leaf' : 'text-clay',
      )}
    >
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      {inWords ? (
        movementLabel(movement)
      ) : (
        <>
          <span aria-hidden>{Math.abs(movement)}</span>
          <span className="sr-only">{movementLabel(movement)}</span>
        </>
      )}
    </span>
  );
}
