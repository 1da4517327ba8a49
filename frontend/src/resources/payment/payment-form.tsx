import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  Stripe,
  StripeElements,
  StripeElementsOptionsClientSecret,
  StripeError,
} from '@stripe/stripe-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Skeleton } from '../../ui/skeleton';
import { toastError } from '../../ui/toast';
import { paymentAppearance } from './payment-appearance';
import { paymentConfigQuery, stripeQuery } from './payment-queries';

type PaymentFormProps = {
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

const confirmedStatuses: readonly string[] = ['requires_capture', 'processing', 'succeeded'];

/** Confirmed in another tab or by an attempt whose response was lost. */
const isConfirmedAlready = ({ code, payment_intent: paymentIntent }: StripeError): boolean =>
  code === 'payment_intent_unexpected_state' &&
  confirmedStatuses.includes(paymentIntent?.status ?? '');

/** Confirms a payment intent. After a decline, the user can try another card. */
export function PaymentForm(props: PaymentFormProps) {
  const { data: stripeConfig } = useQuery(paymentConfigQuery);
  if (stripeConfig === undefined) return <Skeleton className="h-44" />;
  return stripeConfig.stripe ? (
    <StripeForm stripe={stripeConfig.stripe} {...props} />
  ) : (
    <NotReady />
  );
}

function StripeForm({
  stripe: stripeConfig,
  ...props
}: PaymentFormProps & { stripe: Parameters<typeof stripeQuery>[0] }) {
  const { data: stripeClient, isError, isFetching, refetch } = useQuery(stripeQuery(stripeConfig));
  if (isError) return <NotReady busy={isFetching} onRetry={() => void refetch()} />;
  if (!stripeClient) return <Skeleton className="h-44" />;
  return <ElementsForm key={props.clientSecret} stripeClient={stripeClient} {...props} />;
}

/** Loads the Payment Element, which fails for an intent that was confirmed in another tab. */
function ElementsForm({ stripeClient, ...props }: PaymentFormProps & { stripeClient: Stripe }) {
  const { clientSecret, onConfirmed } = props;
  const [options] = useState<StripeElementsOptionsClientSecret>(() => ({
    clientSecret,
    appearance: paymentAppearance(),
  }));
  const [hasFailed, setFailed] = useState(false);
  const handleLoadError = async () => {
    const { paymentIntent } = await stripeClient.retrievePaymentIntent(clientSecret);
    if (confirmedStatuses.includes(paymentIntent?.status ?? '')) onConfirmed();
    else setFailed(true);
  };
  if (hasFailed) return <NotReady onRetry={() => setFailed(false)} />;
  return (
    <Elements stripe={stripeClient} options={options}>
      <PaymentFields {...props} onLoadError={() => void handleLoadError()} />
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
  elements: StripeElements,
  name: string,
): Promise<void> => {
  const { error } = await stripeClient.confirmPayment({
    elements,
    confirmParams: {
      return_url: location.href,
      payment_method_data: { billing_details: { name } },
    },
    redirect: 'if_required',
  });
  if (error && !isConfirmedAlready(error)) throw new PaymentError(error);
};

function PaymentFields({
  name,
  action,
  disabled = false,
  onConfirmed,
  onLoadError,
}: PaymentFormProps & { onLoadError: () => void }) {
  const titleId = useId();
  const stripeClient = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const payment = useMutation({
    mutationFn: async () => {
      if (!stripeClient || !elements) throw new Error(notLoadedMessage);
      await confirmPayment(stripeClient, elements, name);
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
    if (!isComplete) {
      // Marks the incomplete fields.
      void elements?.submit();
      return toastError('Card not ready', 'Please ensure card details are entered');
    }
    if (!disabled && !payment.isPending) payment.mutate();
  };
  return (
    <form onSubmit={handleSubmit} aria-labelledby={titleId} noValidate>
      <h2 id={titleId} className="text-[0.9375rem] font-semibold">
        Payment
      </h2>
      {!isReady && <Skeleton className="mt-1.5 h-36" />}
      <PaymentElement
        className="mt-1.5"
        options={{
          fields: { billingDetails: { name: 'never' } },
          readOnly: payment.isPending,
        }}
        onReady={() => setReady(true)}
        onLoadError={onLoadError}
        onChange={({ complete }) => {
          setComplete(complete);
          if (payment.isError) payment.reset();
        }}
      />
      <div className="mt-2 empty:hidden">
        <FieldError id={`${titleId}-error`}>{payment.error?.message}</FieldError>
      </div>
      <Button
        type="submit"
        size="lg"
        className="mt-5 w-full"
        busy={payment.isPending}
        disabled={disabled}
      >
        {payment.isPending ? 'Contacting your bank...' : action}
      </Button>
    </form>
  );
}
