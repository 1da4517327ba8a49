import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { BookingCheckout } from './booking-checkout';

/** Pays for what the address names. */
export function CheckoutPage() {
  const [query] = useSearchParams();
  const bookingId = query.get('bookingId');
  return bookingId ? <BookingCheckout bookingId={bookingId} /> : <Navigate replace to={paths.elite} />;
}
