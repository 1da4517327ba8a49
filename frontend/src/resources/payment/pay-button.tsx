import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import type { usePayment } from './use-payment';

type PayButtonProps = {
  payment: Pick<ReturnType<typeof usePayment>, 'isPending' | 'error'>;
  action: string;
  disabled: boolean;
  errorId: string;
};

/** The submit button of a payment, below the error of the last attempt. */
export function PayButton({ payment, action, disabled, errorId }: PayButtonProps) {
  return (
    <>
      <div className="mt-2 empty:hidden">
        <FieldError id={errorId}>{payment.error?.message}</FieldError>
      </div>
      <Button
        type="submit"
        size="lg"
        className="mt-5 w-full"
        busy={payment.isPending}
        disabled={disabled}
      >
        {payment.isPending ? 'Contacting your bank...' : action}
      </Button>
    </>
  );
}
