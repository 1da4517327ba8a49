import { Button } from '../../ui/button';

type PaymentNotReadyProps = {
  /** How often loading failed. Screen readers announce each failure. */
  errorCount?: number;
  busy?: boolean;
  onRetry?: () => void;
};

export function PaymentNotReady({ errorCount, busy = false, onRetry }: PaymentNotReadyProps) {
  return (
    <div className="border-y border-rule py-5">
      <div key={errorCount} role="alert">
        <p className="font-semibold">Payment not ready</p>
        <p className="mt-1 text-quiet">
          The payment form couldn't be loaded. An ad blocker or firewall may be blocking it. Nothing
          has been charged.
        </p>
      </div>
      {onRetry && (
        <Button variant="outline" busy={busy} className="mt-4" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
