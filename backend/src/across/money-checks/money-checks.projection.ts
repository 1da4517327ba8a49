import type { PolicyFileEvent } from '../../people/policies/policy.events.js';
import { DAY_MS, HOUR_MS } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';
import type { MoneyCheckEvent } from './money-check.events.js';
import { ALL_CHECKS } from './money-checks.js';

type Checked = Extract<MoneyCheckEvent, { type: 'MoneyChecked' }>['data'];
type Acknowledged = Extract<MoneyCheckEvent, { type: 'MoneyFindingAcknowledged' }>['data'];

/**
 * `lastCheck` omits findings acknowledged since then; `acknowledged` is newest first.
 * `eventsReadAt` is the time of the last complete pass over Stripe's events. Times are UTC.
 */
export type MoneyChecksDocument = Readonly<{
  lastCheck: Checked | null;
  eventsReadAt: string | null;
  acknowledged: readonly Acknowledged[];
  nextAt: string;
  nextReadAt: string;
}>;

/** Early morning in all cities. */
const CHECK_HOUR_MS = 10 * HOUR_MS;
const MAX_ACKNOWLEDGED = 100;

/** The time of the first nightly check after an instant (UTC). */
export const nextCheckAfter = (instant: string): string => {
  const timestamp = Date.parse(instant);
  const today = timestamp - (timestamp % DAY_MS) + CHECK_HOUR_MS;
  return new Date(today > timestamp ? today : today + DAY_MS).toISOString();
};

/**
 * A single document. It exists once a policy has taken effect, so that the first check is
 * scheduled.
 */
export const moneyChecksProjection = defineProjection<
  MoneyChecksDocument,
  MoneyCheckEvent | PolicyFileEvent
>({
  name: 'moneyChecks',
  version: 5,
  indexes: [{ nextAt: 1 }, { nextReadAt: 1 }],
  handles: ['PolicyTookEffect', 'StripeEventsRead', 'MoneyChecked', 'MoneyFindingAcknowledged'],
  key: () => ALL_CHECKS,
  evolve(document, { type, data }) {
    switch (type) {
      case 'PolicyTookEffect':
        return (
          document ?? {
            lastCheck: null,
            eventsReadAt: null,
            acknowledged: [],
            nextAt: nextCheckAfter(data.effectiveAt),
            nextReadAt: nextCheckAfter(data.effectiveAt),
          }
        );
      case 'StripeEventsRead':
        return (
          document && {
            ...document,
            eventsReadAt: data.readAt,
            nextReadAt: nextCheckAfter(data.readAt),
          }
        );
      case 'MoneyChecked':
        return {
          eventsReadAt: document?.eventsReadAt ?? null,
          nextReadAt: document?.nextReadAt ?? nextCheckAfter(data.checkedAt),
          acknowledged: document?.acknowledged ?? [],
          lastCheck: data,
          nextAt: nextCheckAfter(data.checkedAt),
        };
      case 'MoneyFindingAcknowledged':
        return (
          document && {
            ...document,
            lastCheck: document.lastCheck && {
              ...document.lastCheck,
              findings: document.lastCheck.findings.filter(
                ({ findingId }) => findingId !== data.findingId,
              ),
            },
            acknowledged: [data, ...document.acknowledged].slice(0, MAX_ACKNOWLEDGED),
          }
        );
    }
  },
  audience: () => [],
});
