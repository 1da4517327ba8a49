import { Button } from '../../ui/button';

export function PaymentNotReady({
  busy = false,
  onRetry,
}: {
  busy?: boolean;
  onRetry?: () => void;
}) {
  return (
    <div role="alert" className="border-y border-rule py-5">
      <p className="font-semibold">Payment not ready</p>
      <p className="mt-1 text-quiet">
        The payment form couldn't be loaded. An ad blocker or firewall may be blocking it. Nothing
        has been charged.
      </p>
      {onRetry && (
        <Button variant="outline" busy={busy} className="mt-4" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
