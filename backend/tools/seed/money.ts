import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import Stripe from 'stripe';
import { CONFIG, type Config } from '@courtly/backend/config';
import { systemContext } from '@courtly/backend/platform/kernel/context';
import { DomainError } from '@courtly/backend/platform/kernel/domain-error';
import type { Actor } from '@courtly/backend/platform/kernel/events';
import { Streams } from '@courtly/backend/platform/kernel/streams';
import { membership } from '@courtly/backend/people/membership/membership';
import { CreatePaymentIntentCommand } from '@courtly/backend/people/membership/purchase.commands';
import { SettleMembershipCommand } from '@courtly/backend/people/membership/settle.commands';
import { loadBooking } from '@courtly/backend/booking/bookings/load-booking';
import { payment } from '@courtly/backend/money/payments/payment';
import {
  OpenPayoutAccountCommand,
  ReadAccountCommand,
} from '@courtly/backend/money/payouts/accounts.commands';
import { payoutAccount } from '@courtly/backend/money/payouts/payout-account';
import { SettlePayoutCommand } from '@courtly/backend/money/payouts/payouts.commands';
import { dueStep } from '@courtly/backend/money/settlement/next-step';
import { SettleBookingCommand } from '@courtly/backend/money/settlement/settlement.commands';
import { StripeClient } from '@courtly/backend/platform/stores/stripe';
import type { Act } from './plan.js';
import { contextOf, later } from './settle.js';

/** Under the standard policy, payouts follow one day after the hour. */
const PAID_AFTER_HOURS = 24;

/**
 * If a running worker has already released the seat of an old, unpaid founder, nothing is left to
 * pay.
 */
const ignoreIfExpired = (thrownError: unknown): null => {
  if (thrownError instanceof DomainError && thrownError.code === 'conflict') return null;
  throw thrownError;
};

/**
 * Runs the demo without webhooks. It settles its own actions, and webhook jobs would delay the
 * payments of the first visitor.
 */
export const withoutWebhooks = async <T>(
  { STRIPE_URL }: Pick<Config, 'STRIPE_URL'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!STRIPE_URL) return work();
  const change = (method: 'POST' | 'DELETE', rules?: object) =>
    fetch(`${STRIPE_URL}/_control/webhooks`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(rules && { body: JSON.stringify(rules) }),
    });
  await change('POST', { lose: { fraction: 1 } });
  try {
    return await work();
  } finally {
    await change('DELETE');
  }
};

/** Does the worker's part for the money of the demo, at the times of the demo. */
export const demoMoney = (application: INestApplicationContext, madeAt: number) => {
  const commandBus = application.get(CommandBus);
  const streams = application.get(Streams);
  const { STRIPE_URL } = application.get<Config>(CONFIG);
  const now = new Date(madeAt).toISOString();

  /** Uses Stripe's test card, unless a running worker has already canceled the expired intent. */
  const confirm = (intentId: string) =>
    application
      .get(StripeClient)
      .required.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
      .catch((thrownError: unknown) => {
        if (
          !(
            thrownError instanceof Stripe.errors.StripeError &&
            thrownError.code === 'payment_intent_unexpected_state'
          )
        )
          throw thrownError;
      });

  return {
    /** Sells founding years in the order of seats, all paid at the same time. Idempotent. */
    async joinElite(
      foundingUsers: readonly Readonly<{ actor: Actor; boughtAt: string }>[],
    ): Promise<void> {
      const pays: (() => Promise<unknown>)[] = [];
      for (const { actor, boughtAt } of foundingUsers) {
        if ((await streams.load(membership, actor.id))?.term) continue;
        const slotRequest = new CreatePaymentIntentCommand(
          { purpose: 'founding' },
          contextOf(actor, `join ${actor.id}`, boughtAt),
        );
        const begun = await commandBus.execute(slotRequest).catch(ignoreIfExpired);
        if (!begun) continue;
        pays.push(async () => {
          await confirm(begun.value.paymentIntentId);
          return commandBus.execute(
            new SettleMembershipCommand(
              { userId: actor.id },
              systemContext(`join ${actor.id}`, boughtAt),
            ),
          );
        });
      }
      await Promise.all(pays.map((pay) => pay()));
    },

    /** Without the host, only the stand-in can enable payouts. */
    async openPayouts(hostActor: Actor, changedAt: string): Promise<void> {
      if (!STRIPE_URL) return;
      await commandBus.execute(
        new OpenPayoutAccountCommand({}, contextOf(hostActor, 'open payouts', changedAt)),
      );
      const { accountId } = (await streams.load(payoutAccount, hostActor.id))!;
      await fetch(`${STRIPE_URL}/_control/accounts/${accountId}/transfers`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ status: 'active' }),
      });
      await commandBus.execute(
        new ReadAccountCommand(
          { hostId: hostActor.id, accountId },
          systemContext('read account', changedAt),
        ),
      );
    },

    /** Charges a confirmed booking if the charge was due before the booking's next act. */
    async chargeBefore({ at }: Act, bookingId: string): Promise<void> {
      const booking = await loadBooking(streams, bookingId);
      const due = booking && dueStep(booking, await streams.load(payment, bookingId));
      if (due?.step.type !== 'capture' || due.dueAt > at) return;
      await commandBus.execute(
        new SettleBookingCommand({ bookingId }, systemContext(`charge.${bookingId}`, due.dueAt)),
      );
    },

    /**
     * Authorizes a request, and then captures, releases, or refunds it. Pays the host for a
     * finished hour.
     */
    async follow({ act, at, endTime }: Act, bookingId: string): Promise<void> {
      const settle = () =>
        commandBus.execute(
          new SettleBookingCommand({ bookingId }, systemContext(`settle.${bookingId}.${act}`, at)),
        );
      await settle();
      const paymentIntent = await streams.load(payment, bookingId);
      if (paymentIntent?.status === 'open' && act === 'request') {
        await confirm(paymentIntent.intentId);
        await settle();
      }
      const paidAt = later(endTime, PAID_AFTER_HOURS);
      if ((act === 'complete' || act === 'cancel as player') && paidAt <= now)
        await commandBus.execute(
          new SettlePayoutCommand({ bookingId }, systemContext(`payout.${bookingId}`, paidAt)),
        );
    },
  };
};
