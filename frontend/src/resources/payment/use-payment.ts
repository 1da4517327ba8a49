import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { dismissToasts, toastError } from '../../ui/toast';

/** Stripe returns errors instead of throwing them. */
class PaymentError extends Error {
  constructor(readonly stripeError: StripeError) {
    super(stripeError.message ?? 'An unexpected error occurred');
  }
}

const confirmedStatuses: readonly string[] = ['requires_capture', 'processing', 'succeeded'];

export const isConfirmedStatus = (status: string | undefined): boolean =>
  confirmedStatuses.includes(status ?? '');

/** Whether another tab, or an attempt whose response was lost, has confirmed the payment. */
const isConfirmedAlready = ({ code, payment_intent: paymentIntent }: StripeError): boolean =>
  code === 'payment_intent_unexpected_state' && isConfirmedStatus(paymentIntent?.status);

/** Confirms a payment. After a decline, it can be called again. */
export const usePayment = (
  confirmPayment: () => Promise<PaymentIntentResult>,
  onConfirmed: () => void,
) =>
  useMutation({
    mutationFn: async () => {
      const { error } = await confirmPayment();
      if (error && !isConfirmedAlready(error)) throw new PaymentError(error);
    },
    // The error of an earlier attempt must not hide the result of this one.
    onMutate: dismissToasts,
    onSuccess: onConfirmed,
    onError: (error) =>
      error instanceof PaymentError && error.stripeError.type === 'card_error'
        ? toastError('Payment Failed', error.message)
        : toastError('Payment Error', error.message),
  });
