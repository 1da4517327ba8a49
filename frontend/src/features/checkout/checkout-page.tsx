import { useSearchParams } from 'react-router-dom';
import { BookingCheckout } from './booking-checkout';
import { FoundingCheckout } from './founding-checkout';
import { MonthlyCheckout } from './monthly-checkout';

/** Without a booking or plan in the URL, sells the founding membership. */
export function CheckoutPage() {
  const [searchParams] = useSearchParams();
  const bookingId = searchParams.get('bookingId');
  if (bookingId) return <BookingCheckout bookingId={bookingId} />;
  const plan = searchParams.get('plan');
  if (plan === 'monthly') return <MonthlyCheckout />;
  return <FoundingCheckout purpose={plan === 'foundingRenewal' ? 'foundingRenewal' : 'founding'} />;
}
