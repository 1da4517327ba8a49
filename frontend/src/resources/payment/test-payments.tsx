import { useOptionalData } from '../../lib/use-optional-data';
import { paymentConfigQuery } from './payment-queries';

/** Shown while Stripe is in test mode. */
export function TestPayments() {
  const paymentConfig = useOptionalData(paymentConfigQuery);
  if (!paymentConfig?.stripe?.publishableKey.startsWith('pk_test_')) return null;
  return (
    <p className="border-y border-brass-line bg-pending-wash px-4 py-2.5 text-pending">
      <strong>Test payments.</strong> No money moves. The card{' '}
      <span className="figures">4242 4242 4242 4242</span> works with any future date and code.
    </p>
  );
}
