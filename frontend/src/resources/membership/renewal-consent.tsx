import type { ElitePlans } from '@courtly/contracts/membership';
import { shortMoney } from '../../lib/format';
import { Checkbox } from '../../ui/checkbox';

type Props = {
  monthly: ElitePlans['monthly'];
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
};

/** Consent to renewal, which must never be checked by default. */
export function RenewalConsent({ monthly, isGiven, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">
        {shortMoney(monthly.price)} every month, until you cancel
      </legend>
      <Checkbox
        checked={isGiven}
        onChange={(event) => onChange(event.target.checked)}
        label={monthly.renewalConsent.text}
      />
    </fieldset>
  );
}
