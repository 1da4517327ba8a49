import { formatCents } from '@courtly/contracts/amount';
import { HOURLY_RATE, parseNumber } from '@courtly/contracts/entered-number';
import { shareOfCents } from '@courtly/contracts/shares';
import { useState } from 'react';
import { toCents } from '../../lib/money';
import { shareLabel } from '../../lib/policy-values';
import { useOptionalData } from '../../lib/use-optional-data';
import { NumberField } from '../../ui/number-input';
import { catalogQuery } from '../catalog/catalog-query';

const WHOLE_SHARE = 10_000;
const WEEKS_PER_MONTH = 52 / 12;
const HOURS_A_WEEK = { least: 1, most: 168 } as const;

/** What a host receives and players pay at an hourly rate, and what a month would bring. */
export function RateEstimate({ rate }: { rate: string }) {
  const catalog = useOptionalData(catalogQuery);
  const [weeklyHours, setWeeklyHours] = useState('4');
  const { value: hourlyRate } = parseNumber(rate, HOURLY_RATE);
  if (!catalog || !hourlyRate) return null;
  const rateCents = toCents(hourlyRate);
  const payoutCents = shareOfCents(rateCents, catalog.payoutShare);
  const playerCents = rateCents + shareOfCents(rateCents, catalog.feeShare);
  const { value: hours } = parseNumber(weeklyHours, HOURS_A_WEEK);
  return (
    <div className="grid gap-4 rounded-sm bg-sunk p-4">
      <div>
        <p role="status" className="figures font-semibold">
          You receive {formatCents(payoutCents)}, players pay {formatCents(playerCents)}
        </p>
        <p className="mt-1 text-small text-quiet">
          For each hour. Courtly keeps {shareLabel(WHOLE_SHARE - catalog.payoutShare)} of your rate.
          Players also pay a {shareLabel(catalog.feeShare)} service fee (
          {shareLabel(catalog.eliteFeeShare)} for Elite members) and any local tax.
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <NumberField
          label="Booked hours a week"
          className="max-w-32"
          rule={HOURS_A_WEEK}
          optional
          value={weeklyHours}
          onChange={setWeeklyHours}
        />
        {hours && (
          <p role="status" className="figures pb-2.5">
            About{' '}
            <strong>
              {formatCents(Math.round(payoutCents * Number(hours) * WEEKS_PER_MONTH))}
            </strong>{' '}
            a month for you
          </p>
        )}
      </div>
    </div>
  );
}
