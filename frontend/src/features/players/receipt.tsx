import type { RatingReceipt } from '@courtly/contracts/rankings';
import { ChevronDown } from 'lucide-react';
import { paths } from '../../config/paths';
import {
  changeLabel,
  companionsLabel,
  playedOnLabel,
  receiptScoreLabel,
  receiptLines,
} from '../../resources/player/receipt-labels';
import { figureLabel } from '../../resources/ranking/ranking-labels';
import { TextLink } from '../../ui/text-link';

type ReceiptProps = {
  receipt: RatingReceipt;
  /** The name of the rated player. Null if it is the current member. */
  playerName: string | null;
};

export function Receipt({ receipt, playerName }: ReceiptProps) {
  const { court, discipline, after, formula } = receipt;
  return (
    <li className="border-b border-rule">
      <details className="group/receipt">
        <summary className="flex cursor-pointer list-none items-start justify-between gap-4 py-5 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0">
            <span className="figures font-display text-xl">{receiptScoreLabel(receipt)}</span>{' '}
            <bdi className="wrap-anywhere text-quiet">{companionsLabel(receipt)}</bdi>
            <span className="mt-1 block text-small wrap-anywhere text-quiet">
              {court && <bdi>{court.name}, </bdi>}
              {playedOnLabel(receipt)}, {discipline}
            </span>
          </span>
          <span className="figures flex shrink-0 items-center gap-3">
            <span className="text-right">
              <span className="block font-display text-xl">{changeLabel(receipt)}</span>
              <span className="block text-small text-quiet">Skill {figureLabel(after.figure)}</span>
            </span>
            <ChevronDown
              size={18}
              strokeWidth={1.8}
              aria-hidden
              className="text-quiet transition-transform group-open/receipt:rotate-180"
            />
          </span>
        </summary>
        <div className="mb-6 max-w-prose border-l border-brass-line pl-5">
          <ol className="grid gap-2">
            {receiptLines(receipt, playerName).map((explanation) => (
              <li key={explanation}>{explanation}</li>
            ))}
          </ol>
          <p className="mt-4 text-small text-quiet">
            The rating combines the skill with results on each surface. Formula:{' '}
            <code>{formula}</code>. <TextLink to={paths.howRatingsWork}>How ratings work</TextLink>
            {court && (
              <>
                {' · '}
                <TextLink to={paths.court(court.id)}>View the court</TextLink>
              </>
            )}
          </p>
        </div>
      </details>
    </li>
  );
}
