import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptionsClientSecret } from '@stripe/stripe-js';
import { type FormEvent, useId, useState } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { Skeleton } from '../../ui/skeleton';
import { toastError } from '../../ui/toast';
import { PayButton } from './pay-button';
import { paymentAppearance } from './payment-appearance';
import type { PaymentFormProps } from './payment-form';
import { PaymentNotReady } from './payment-not-ready';
import { isConfirmedStatus, usePayment } from './use-payment';

const notLoadedMessage = 'Please wait for the payment form to load';

/** Stripe's Payment Element. It does not load for an intent that another tab has confirmed. */
export function NewPayment({
  stripeClient,
  ...props
}: PaymentFormProps & { stripeClient: Stripe; onEntry: () => void }) {
  const { clientSecret, onConfirmed } = props;
  const [options] = useState<StripeElementsOptionsClientSecret>(() => ({
    clientSecret,
    appearance: paymentAppearance(),
  }));
  const [hasFailed, setFailed] = useState(false);
  const handleLoadError = async () => {
    const { paymentIntent } = await stripeClient.retrievePaymentIntent(clientSecret);
    if (isConfirmedStatus(paymentIntent?.status)) onConfirmed();
    else setFailed(true);
  };
  if (hasFailed) return <PaymentNotReady onRetry={() => setFailed(false)} />;
  return (
    <Elements stripe={stripeClient} options={options}>
      <PaymentFields {...props} onLoadError={() => void handleLoadError()} />
    </Elements>
  );
}

/** Asks the member for consent to save the card. Only a saved card is offered again. */
const savingParams = { setup_future_usage: 'on_session' } as const;

function PaymentFields({
  name,
  action,
  disabled = false,
  offersSaving = true,
  onConfirmed,
  onEntry,
  onLoadError,
}: PaymentFormProps & { onEntry: () => void; onLoadError: () => void }) {
  const titleId = useId();
  const stripeClient = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const [savesCard, setSavesCard] = useState(false);
  const payment = usePayment(async () => {
    if (!stripeClient || !elements) throw new Error(notLoadedMessage);
    return stripeClient.confirmPayment({
      elements,
      confirmParams: {
        return_url: location.href,
        payment_method_data: {
          billing_details: { name },
          ...(savesCard && { allow_redisplay: 'always' }),
        },
        ...(savesCard && savingParams),
      },
      redirect: 'if_required',
    });
  }, onConfirmed);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return toastError('Payment not ready', notLoadedMessage);
    if (!isComplete) {
      // Marks the fields that are incomplete.
      void elements?.submit();
      return toastError('Card not ready', 'Please ensure card details are entered');
    }
    if (!disabled && !payment.isPending) payment.mutate();
  };
  return (
    <form onSubmit={handleSubmit} aria-labelledby={titleId} noValidate>
      <h2 id={titleId} className="text-small font-semibold">
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
        onChange={({ complete, empty }) => {
          setComplete(complete);
          if (!empty) onEntry();
          if (payment.isError) payment.reset();
        }}
      />
      {offersSaving && isReady && (
        <Checkbox
          className="mt-4"
          checked={savesCard}
          disabled={payment.isPending}
          onChange={({ target }) => setSavesCard(target.checked)}
          label="Save this card so that I can pay for future bookings with one tap. I can remove it in my settings."
        />
      )}
      <PayButton
        payment={payment}
        action={action}
        disabled={disabled}
        errorId={`${titleId}-error`}
      />
    </form>
  );
}
