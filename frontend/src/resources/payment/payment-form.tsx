import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../lib/use-now';
import { LoadErrors, type ReadQuery, hasFailed } from '../../ui/load-error';
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
  const configQuery = useQuery(paymentConfigQuery);
  const { data: paymentConfig } = configQuery;
  if (!paymentConfig) return <PaymentFormLoading query={configQuery} />;
  return paymentConfig.stripe ? (
    <StripeForm stripe={paymentConfig.stripe} {...props} />
  ) : (
    <PaymentNotReady />
  );
}

/** The error stays during a retry, so that its button keeps the focus. */
function PaymentFormLoading({ query }: { query: ReadQuery }) {
  const { errorUpdateCount, isFetching, refetch } = query;
  return hasFailed(query) ? (
    <PaymentNotReady
      errorCount={errorUpdateCount}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton className="h-44" />
  );
}

function StripeForm({
  stripe: stripeConfig,
  ...props
}: PaymentFormProps & { stripe: Parameters<typeof stripeQuery>[0] }) {
  const { offersSaving = true, clientSecret } = props;
  const now = useNow();
  const scriptQuery = useQuery(stripeQuery(stripeConfig));
  const { data: stripeClient } = scriptQuery;
  const cardsQuery = useQuery({ ...savedCardsQuery, enabled: offersSaving });
  const { data: cards, isLoading } = cardsQuery;
  // If the saved cards fail to load, a member can still enter a card.
  if (!stripeClient || (isLoading && !hasFailed(cardsQuery)))
    return <PaymentFormLoading query={scriptQuery} />;
  const usableCards = offersSaving ? (cards ?? []).filter((card) => !isExpired(card, now)) : [];
  return (
    <>
      <LoadErrors className="mb-5" label="your saved cards" queries={[cardsQuery]} />
      <PaymentChoice
        key={clientSecret}
        stripeClient={stripeClient}
        cards={usableCards}
        {...props}
      />
    </>
  );
}
