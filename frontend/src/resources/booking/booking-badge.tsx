import type { BookingStatus } from '@courtly/contracts/bookings';
import { Badge } from '../../ui/badge';

const statusVariants = {
  pending: ['pending', 'Pending'],
  confirmed: ['good', 'Confirmed'],
  completed: ['done', 'Completed'],
  cancelled: ['bad', 'Canceled'],
} as const;

export function BookingBadge({ status }: { status: BookingStatus }) {
  const [tone, label] = statusVariants[status];
  return <Badge tone={tone}>{label}</Badge>;
}
