import type { ElitePlans } from '@courtly/contracts/membership';
import { formatShortMoney } from '../../lib/format';
import { PaperLink } from '../paper/paper-link';
import { Checkbox } from '../../ui/checkbox';

type RenewalConsentProps = {
  monthly: ElitePlans['monthly'];
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
};

/** The consent to renewal. It must never be checked by default. */
export function RenewalConsent({ monthly, isGiven, onChange }: RenewalConsentProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">
        {formatShortMoney(monthly.price)} every month, until you cancel
      </legend>
      <Checkbox
        checked={isGiven}
        onChange={(event) => onChange(event.target.checked)}
        label={monthly.renewalConsent.text}
      />
      <p className="mt-3 text-small text-quiet">
        The <PaperLink paper="terms">terms of service</PaperLink> and the{' '}
        <PaperLink paper="privacy">privacy notice</PaperLink> apply.
      </p>
    </fieldset>
  );
}
