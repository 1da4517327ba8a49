import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intentCreated,
  monthlyActivated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import { membership } from './membership.js';
import type { MembershipEvent } from './membership.events.js';
import { type Superseded, nextStep } from './next-step.js';

const heldSeat = { number: 47, userId: ANN, until: HALF_PAST };
const step = (
  events: MembershipEvent[],
  at: string,
  seat: typeof heldSeat | null = null,
  closing: Superseded = null,
) => nextStep(foldAll(membership, events), seat, at, closing);
const BEFORE = '2027-03-10T12:29:59.999Z';

describe('the next step of a membership', () => {
  it('cancels an expired payment first and then releases its seat', () => {
    expect(step([intentCreated()], BEFORE, heldSeat)).toBeNull();
    expect(step([intentCreated()], HALF_PAST, heldSeat)).toEqual({ type: 'cancelIntent' });
    expect(step([], BEFORE, heldSeat)).toBeNull();
    expect(step([], HALF_PAST, heldSeat)).toEqual({
      type: 'endReservation',
      until: heldSeat.until,
    });
    expect(
      step([foundingActivated()], HALF_PAST, { ...heldSeat, until: null as never }),
    ).toBeNull();
  });

  it('cancels a replaced plan only if it is unpaid', () => {
    expect(step([intentCreated()], NOON, heldSeat, 'purchase')).toEqual({ type: 'cancelIntent' });
    expect(step([intentCreated()], NOON, heldSeat, 'subscription')).toBeNull();
    expect(step([subscriptionCreated()], NOON, null, 'subscription')).toEqual({
      type: 'cancelSubscription',
    });
    expect(
      step([subscriptionCreated(), monthlyActivated()], NOON, null, 'subscription'),
    ).toBeNull();
  });

  it('leaves a payment with the wrong amount to an admin', () => {
    const purchaseFields = {
      userId: ANN,
      purpose: 'founding',
      intentId: 'pi_1',
      amountCents: 19_900,
    } as const;
    const commandData = { ...purchaseFields, foundCents: 1, foundCurrency: 'usd', foundAt: NOON };
    expect(
      step(
        [intentCreated(), { type: 'EliteIntentMismatched', data: commandData }],
        HALF_PAST,
        heldSeat,
      ),
    ).toBeNull();
  });

  it('ends a membership on time, and cancels its unpaid subscription', () => {
    const lapsed: MembershipEvent = {
      type: 'EliteLapsed',
      data: {
        userId: ANN,
        plan: 'monthly',
        founderNumber: null,
        accessUntil: GRACE_ENDS,
        lapsedAt: GRACE_ENDS,
      },
    };
    expect(step([foundingActivated()], '2028-03-10T11:59:59.999Z')).toBeNull();
    expect(step([foundingActivated()], NEXT_YEAR)).toEqual({ type: 'lapse' });
    const monthly = [subscriptionCreated(), monthlyActivated()];
    expect(step(monthly, GRACE_ENDS)).toEqual({ type: 'lapse' });
    expect(step([...monthly, lapsed], GRACE_ENDS)).toEqual({ type: 'cancelSubscription' });
  });
});
