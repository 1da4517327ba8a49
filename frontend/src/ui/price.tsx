import type { ShownPrice } from '@courtly/contracts/courts';
import { formatMoney, formatShortMoney } from '../lib/format';

/** Shows a decimal string without rounding its cents. */
export function Price({ amount, className }: { amount: string; className?: string }) {
  return <span className={`figures ${className ?? ''}`}>{formatMoney(amount)}</span>;
}

/** An hourly rate: `$300 an hour`. */
export function Rate({ amount, className }: { amount: string; className?: string }) {
  return (
    <span className={className}>
      <span className="figures">{formatShortMoney(amount)}</span> an hour
    </span>
  );
}

/** The price of an hour with a note on what it includes. */
export function ShownRate({ price, className }: { price: ShownPrice; className?: string }) {
  return (
    <span className={className}>
      <Rate amount={price.amount} />
      {price.note && <span className="block text-sm text-quiet">{price.note}</span>}
    </span>
  );
}
