import type { SavedCard } from '@courtly/contracts/cards';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useId, useState } from 'react';
import { RadioGroup } from '../../ui/radio-group';
import { cardLabel, expiryLabel } from './card-label';
import { NewPayment } from './new-payment';
import { PayButton } from './pay-button';
import type { PaymentFormProps } from './payment-form';
import { usePayment } from './use-payment';

/** The value of the option that opens the form for another card. */
const OTHER = 'other';

type PaymentChoiceProps = PaymentFormProps & {
  stripeClient: Stripe;
  cards: readonly SavedCard[];
};

/**
 * Pays with a saved card or a new one. The newest saved card is preselected, unless the member has
 * entered another one before the saved cards loaded.
 */
export function PaymentChoice({ cards, ...props }: PaymentChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const card = chosen === null ? cards[0] : cards.find(({ id }) => id === chosen);
  return (
    <div>
      {cards.length > 0 && (
        <RadioGroup
          legend="Pay with"
          className="grid-cols-1"
          choiceClassName="place-items-start! content-center text-start!"
          choices={[
            ...cards.map((savedCard) => ({
              value: savedCard.id,
              label: `${cardLabel(savedCard)}, expires ${expiryLabel(savedCard)}`,
            })),
            { value: OTHER, label: 'Another card or wallet' },
          ]}
          value={card?.id ?? OTHER}
          onChange={setChosen}
        />
      )}
      {card ? (
        <SavedPayment key={card.id} card={card} {...props} />
      ) : (
        <div className={cards.length > 0 ? 'mt-5' : undefined}>
          <NewPayment {...props} onEntry={() => setChosen(OTHER)} />
        </div>
      )}
    </div>
  );
}

type SavedPaymentProps = PaymentFormProps & { stripeClient: Stripe; card: SavedCard };

function SavedPayment({
  stripeClient,
  card,
  clientSecret,
  action,
  disabled = false,
  onConfirmed,
}: SavedPaymentProps) {
  const errorId = useId();
  const payment = usePayment(
    () =>
      stripeClient.confirmPayment({
        clientSecret,
        confirmParams: { payment_method: card.id, return_url: location.href },
        redirect: 'if_required',
      }),
    onConfirmed,
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled && !payment.isPending) payment.mutate();
  };
  return (
    <form onSubmit={handleSubmit} aria-label={cardLabel(card)}>
      <PayButton payment={payment} action={action} disabled={disabled} errorId={errorId} />
    </form>
  );
}
