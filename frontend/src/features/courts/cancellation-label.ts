import type { CourtDetail } from '@courtly/contracts/courts';

/** `24 hours`, rounded up. */
export const hoursLabel = (totalMinutes: number): string => {
  const hourCount = Math.ceil(totalMinutes / 60);
  return `${hourCount} ${hourCount === 1 ? 'hour' : 'hours'}`;
};

const FULL_REFUND = 10_000;

/** Until when a booking can be canceled for free. */
export const cancellationLabel = ({
  lateRefundShare,
  freeCancelMinutes,
}: Pick<CourtDetail['quote'], 'lateRefundShare' | 'freeCancelMinutes'>): string =>
  lateRefundShare === FULL_REFUND || freeCancelMinutes === 0
    ? 'Free cancellation until the start time'
    : `Free cancellation up to ${hoursLabel(freeCancelMinutes)} before the start time`;
