import {
  AdjustPayoutBody,
  OrderRefundBody,
  SettleOtherwiseBody,
} from '@courtly/contracts/admin-money';
import {
  RefundMembershipBody,
  SettleMembershipRefundBody,
} from '@courtly/contracts/admin-memberships';
import { ReasonBody } from '@courtly/contracts/admin-users';
import { DecideIncidentBody } from '@courtly/contracts/incidents';
import { PublishPolicyBody } from '@courtly/contracts/policies';
import type { ConfirmedAct } from '@courtly/contracts/second-admin';
import type { ICommand } from '@nestjs/cqrs';
import { z } from 'zod';
import { CancelByHandCommand } from '../../booking/bookings/bookings.commands.js';
import { AdjustPayoutCommand } from '../../money/payouts/payout-orders.commands.js';
import { OrderRefundCommand } from '../../money/payouts/refunds.commands.js';
import { SettleOtherwiseCommand } from '../../money/settlement/exceptions.commands.js';
import {
  RefundMembershipCommand,
  SettleMembershipRefundCommand,
} from '../../people/membership/admin-membership.commands.js';
import { PublishPolicyCommand } from '../../people/policies/policy-changes.commands.js';
import { DecideIncidentCommand } from '../incidents/incidents.commands.js';
import type { CommandContext } from '../../platform/kernel/context.js';

const ofBooking = <B extends z.ZodType>(body: B) =>
  z.object({ params: z.object({ bookingId: z.string() }), body });
const ofIncident = z.object({
  params: z.object({ incidentId: z.string() }),
  body: DecideIncidentBody,
});
const ofMember = <B extends z.ZodType>(body: B) =>
  z.object({ params: z.object({ userId: z.string() }), body });

/** The command that a route sends if it needs no second admin. `input` is the validated request. */
export const commandOf: Readonly<
  Record<
    ConfirmedAct,
    (input: unknown, context: CommandContext, confirmedBy: string | null) => ICommand
  >
> = {
  booking_refund(input, context) {
    const { params, body } = ofBooking(OrderRefundBody).parse(input);
    return new OrderRefundCommand({ ...params, refundOrder: body }, context);
  },
  payout_adjustment(input, context) {
    const { params, body } = ofBooking(AdjustPayoutBody).parse(input);
    return new AdjustPayoutCommand({ ...params, ...body }, context);
  },
  settlement(input, context) {
    const { params, body } = ofBooking(SettleOtherwiseBody).parse(input);
    return new SettleOtherwiseCommand({ ...params, ...body }, context);
  },
  incident_ruling(input, context) {
    const { params, body } = ofIncident.parse(input);
    return new DecideIncidentCommand({ ...params, ...body }, context);
  },
  membership_refund(input, context) {
    const { params, body } = ofMember(RefundMembershipBody).parse(input);
    return new RefundMembershipCommand({ ...params, refund: body }, context);
  },
  membership_settlement(input, context) {
    const { params, body } = ofMember(SettleMembershipRefundBody).parse(input);
    return new SettleMembershipRefundCommand({ ...params, settlement: body }, context);
  },
  booking_cancellation(input, context) {
    const { params, body } = ofBooking(ReasonBody).parse(input);
    return new CancelByHandCommand({ ...params, ...body }, context);
  },
  policy_change(input, context, confirmedBy) {
    const { body: draft } = z.object({ body: PublishPolicyBody }).parse(input);
    return new PublishPolicyCommand({ draft, confirmedBy }, context);
  },
};
