import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../lib/use-now';
import { Skeleton } from '../../ui/skeleton';
import { isExpired } from './card-label';
import { savedCardsQuery } from './card-queries';
import { PaymentChoice } from './payment-choice';
import { PaymentNotReady } from './payment-not-ready';
import { paymentConfigQuery, stripeQuery } from './payment-queries';

export type PaymentFormProps = {
  clientSecret: string;
  /** The cardholder's name, which is sent to the bank. */
  name: string;
  /** Button label, such as `Pay $330.00`. */
  action: string;
  /** For example, because a required consent is missing. */
  disabled?: boolean;
  /**
   * Whether saved cards can be used and new ones saved; not for subscriptions, which keep a card.
   */
  offersSaving?: boolean;
  /** Called when the bank has approved the payment. The server records it later. */
  onConfirmed: () => void;
};

/** Confirms a payment intent. If the card is declined, the user can try another one. */
export function PaymentForm(props: PaymentFormProps) {
  const { data: stripeConfig, isPending, isFetching, refetch } = useQuery(paymentConfigQuery);
  if (isPending) return <Skeleton className="h-44" />;
  if (stripeConfig === undefined)
    return <PaymentNotReady busy={isFetching} onRetry={() => void refetch()} />;
  return stripeConfig.stripe ? (
    <StripeForm stripe={stripeConfig.stripe} {...props} />
  ) : (
    <PaymentNotReady />
  );
}

function StripeForm({
  stripe: stripeConfig,
  ...props
}: PaymentFormProps & { stripe: Parameters<typeof stripeQuery>[0] }) {
  const { offersSaving = true, clientSecret } = props;
  const now = useNow();
  const { data: stripeClient, isError, isFetching, refetch } = useQuery(stripeQuery(stripeConfig));
  const { data: cards, isLoading } = useQuery({ ...savedCardsQuery, enabled: offersSaving });
  if (isError) return <PaymentNotReady busy={isFetching} onRetry={() => void refetch()} />;
  // If the saved cards fail to load, a member can still enter a card.
  if (!stripeClient || isLoading) return <Skeleton className="h-44" />;
  const usableCards = offersSaving ? (cards ?? []).filter((card) => !isExpired(card, now)) : [];
  return (
    <PaymentChoice key={clientSecret} stripeClient={stripeClient} cards={usableCards} {...props} />
  );
}
