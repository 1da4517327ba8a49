import { Button } from './button';

type LoadErrorProps = {
  /** What could not be loaded, such as `bookings`. */
  label: string;
  onRetry: () => unknown;
  className?: string;
};

/** An error next to content that could be loaded, with a retry. */
export function LoadError({ label, onRetry, className = 'mt-8' }: LoadErrorProps) {
  return (
    <div role="alert" className={className}>
      <p className="font-semibold">Unable to load {label}</p>
      <Button variant="outline" className="mt-3" onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}
