import type { SavedCard } from '@courtly/contracts/cards';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../lib/use-now';
import { cardLabel, expiryLabel, isExpired } from '../../resources/payment/card-label';
import { savedCardsQuery, useRemoveCard } from '../../resources/payment/card-queries';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';

function CardRow({ card }: { card: SavedCard }) {
  const removeCard = useRemoveCard();
  const now = useNow();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-4">
      <div>
        <p className="first-letter:uppercase">{cardLabel(card)}</p>
        <p className="text-small text-quiet">
          {isExpired(card, now) ? 'Expired' : 'Expires'} {expiryLabel(card)}
        </p>
      </div>
      <Button
        size="sm"
        variant="outline"
        busy={removeCard.isPending}
        aria-label={`Remove ${cardLabel(card)}`}
        onClick={() => removeCard.mutate(card)}
      >
        Remove
      </Button>
    </li>
  );
}

export function CardSettings() {
  return (
    <QueryPanel query={useQuery(savedCardsQuery)} label="your cards">
      {(cards) =>
        cards.length === 0 ? (
          <p className="text-quiet">You have no saved cards. You can save one when you pay.</p>
        ) : (
          <ul className="-my-4 [&>:first-child]:border-t-0">
            {cards.map((card) => (
              <CardRow key={card.id} card={card} />
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
