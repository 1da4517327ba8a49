import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Skeleton } from '../../ui/skeleton';
import { toastError } from '../../ui/toast';
import { cardStyle } from './card-style';
import { paymentConfigQuery, stripeQuery } from './payment-queries';

type CardFormProps = {
  clientSecret: string;
  /** Cardholder name, sent to the bank. */
  name: string;
  /** Button label, such as `Pay $330.00`. */
  action: string;
  /** For example, while a required consent is missing. */
  disabled?: boolean;
  /** The bank has approved; the server records the payment later. */
  onConfirmed: () => void;
};

const notLoadedMessage = 'Please wait for the payment form to load';

/** Stripe returns errors instead of throwing them. */
class PaymentError extends Error {
  constructor(readonly stripeError: StripeError) {
    super(stripeError.message ?? 'An unexpected error occurred');
  }
}

/** Confirmed in another tab or by an attempt whose response was lost. */
const isConfirmedAlready = ({ code, payment_intent: paymentIntent }: StripeError): boolean =>
  code === 'payment_intent_unexpected_state' &&
  ['requires_capture', 'processing', 'succeeded'].includes(paymentIntent?.status ?? '');

/** Confirms a payment intent by card. After a decline, the user can try another card. */
export function CardForm(props: CardFormProps) {
  const { data: stripeConfig } = useQuery(paymentConfigQuery);
  if (stripeConfig === undefined) return <Skeleton className="h-28" />;
  return stripeConfig.stripe ? (
    <LoadedCardForm stripe={stripeConfig.stripe} {...props} />
  ) : (
    <NotReady />
  );
}

function LoadedCardForm({
  stripe: stripeConfig,
  ...props
}: CardFormProps & { stripe: Parameters<typeof stripeQuery>[0] }) {
  const { data: stripeClient, isError, isFetching, refetch } = useQuery(stripeQuery(stripeConfig));
  if (isError) return <NotReady busy={isFetching} onRetry={() => void refetch()} />;
  if (!stripeClient) return <Skeleton className="h-28" />;
  return (
    <Elements stripe={stripeClient}>
      <CardFields {...props} />
    </Elements>
  );
}

function NotReady({ busy = false, onRetry }: { busy?: boolean; onRetry?: () => void }) {
  return (
    <div role="alert" className="border-y border-rule py-5">
      <p className="font-semibold">Payment not ready</p>
      <p className="mt-1 text-quiet">
        The payment form could not be loaded. An ad blocker or firewall may be blocking it. Nothing
        has been charged.
      </p>
      {onRetry && (
        <Button variant="outline" busy={busy} className="mt-4" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const confirmPayment = async (
  stripeClient: Stripe,
  clientSecret: string,
  cardElement: StripeCardElement,
  name: string,
) => {
  const payment_method = { card: cardElement, billing_details: { name } };
  const { error } = await stripeClient.confirmCardPayment(clientSecret, { payment_method });
  if (error && !isConfirmedAlready(error)) throw new PaymentError(error);
};

function CardFields({ clientSecret, name, action, disabled = false, onConfirmed }: CardFormProps) {
  const titleId = useId();
  const stripeClient = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const payment = useMutation({
    mutationFn: async () => {
      const cardElement = elements?.getElement(CardElement);
      if (!stripeClient || !cardElement) throw new Error(notLoadedMessage);
      await confirmPayment(stripeClient, clientSecret, cardElement, name);
    },
    onSuccess: onConfirmed,
    onError: (error) =>
      error instanceof PaymentError && error.stripeError.type === 'card_error'
        ? toastError('Payment Failed', error.message)
        : toastError('Payment Error', error.message),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return toastError('Payment not ready', notLoadedMessage);
    if (isComplete && !disabled && !payment.isPending) payment.mutate();
  };
  return (
    <form onSubmit={handleSubmit} aria-labelledby={titleId}>
      <h2 id={titleId} className="text-[0.9375rem] font-semibold">
        Card
      </h2>
      <div className="mt-1.5 rounded-sm border border-edge bg-raised px-3.5 focus-within:outline-2 focus-within:outline-brass">
        <CardElement
          className="min-h-12 content-center"
          options={{ hidePostalCode: true, disabled: payment.isPending, style: cardStyle() }}
          onReady={() => setReady(true)}
          onChange={({ complete, error }) => {
            setComplete(complete && !error);
            if (payment.isError) payment.reset();
          }}
        />
      </div>
      <div className="mt-2 empty:hidden">
        <FieldError id={`${titleId}-error`}>{payment.error?.message}</FieldError>
      </div>
      <Button
        type="submit"
        size="lg"
        className="mt-5 w-full"
        busy={payment.isPending}
        disabled={!isReady || !isComplete || disabled}
      >
        {payment.isPending ? 'Contacting your bank...' : action}
      </Button>
    </form>
  );
}
