/** A wrong rule, made by replacing `from` with `to` in the compiled `file`. */
export type Mutant = Readonly<{
  rule: string;
  file: string;
  from: string;
  to: string;
  /** The histories that find it. */
  histories?: 'membership' | 'host';
}>;

const nextStep = 'money/settlement/next-step.ts';

/** Rules that once lost money, and rules that only faults, disputes, or two workers can break. */
export const mutants: readonly Mutant[] = [
  {
    rule: 'a late cancellation before the charge releases the whole authorization',
    file: nextStep,
    from: 'if (amountCents <= 0) return {',
    to: 'if (amountCents <= 0 || booking.cancellation) return {',
  },
  {
    rule: 'sweeps ignore bookings that were refunded once',
    file: 'money/settlement/obligations.projection.ts',
    from: 'if (!due) return',
    to: 'if (!due || Object.keys(paymentState?.refunds ?? {}).length > 0) return',
  },
  {
    rule: 'a failed refund stops every later refund',
    file: nextStep,
    from: 'const { orderId, amountCents } = onCard;',
    to: `if (Object.values(payment.refunds).some(({ failed }) => failed)) return null;
      const { orderId, amountCents } = onCard;`,
  },
  {
    rule: 'a deadline passes without reading Stripe',
    file: 'money/settlement/settlement.commands.ts',
    from: "loggedPayment.status === 'cancelled'",
    to: `loggedPayment.status === 'cancelled' || (loggedPayment.status === 'open' &&
      (await loadBooking(this.streams, bookingId))?.payBy <= context.at)`,
  },
  {
    rule: 'a booking is completed without a charge or a debt',
    file: nextStep,
    from: 'if (unpaidCents(booking, payment) <= 0) return',
    to: "if (unpaidCents(booking, payment) <= 0 || booking.status === 'completed') return",
  },
  {
    rule: 'a dispute is closed only once',
    file: 'money/payments/disputes.ts',
    from: 'if (isOlder || isEmpty) return [];',
    to: "if (isOlder || isEmpty || (existingDispute && existingDispute.status !== 'open')) return [];",
  },
  {
    rule: 'a host keeps their share after a lost dispute',
    file: 'money/payments/funded-share.ts',
    from: 'lostCents(payment)',
    to: '0',
  },
  {
    rule: 'the nightly pass reads four days of events, no matter when the last one was',
    file: 'across/money-checks/check-money.commands.ts',
    from: 'eventsSince(await this.streams.load(moneyChecks, ALL_CHECKS))',
    to: 'new Date(Date.parse(context.at) - 345_600_000).toISOString()',
  },
  {
    rule: 'each attempt of a refund is a new one',
    file: 'money/settlement/stripe-calls.service.ts',
    from: '`booking:${bookingId}:refund:',
    to: '`booking:${bookingId}:refund:${Math.random()}:',
  },
  {
    rule: 'free cancellation ends at the same time of the day before',
    file: 'booking/pricing/cancellation.ts',
    from: 'new Date(Date.parse(startTime) - terms.freeCancelMinutes * MINUTE_MS)',
    to: `((until) => {
      const hourOf = (instant) =>
        Number(
          new Intl.DateTimeFormat('en-US', {
            timeZone: 'America/Los_Angeles',
            hour: 'numeric',
            hourCycle: 'h23',
          }).format(instant),
        );
      const hours = hourOf(Date.parse(startTime)) - hourOf(until);
      return new Date(until + hours * 60 * MINUTE_MS);
    })(Date.parse(startTime) - terms.freeCancelMinutes * MINUTE_MS)`,
  },
  {
    rule: 'an adjustment is dropped after the payout',
    file: 'money/payouts/next-payout.ts',
    from: 'shareCents + adjustedCents(payout)',
    to: 'shareCents + (Object.keys(payout.transfers).length > 0 ? 0 : adjustedCents(payout))',
  },
  {
    rule: 'a settled part of a charge settles all of it',
    file: nextStep,
    from: 'capturedCents - settledOtherwise.chargeCents',
    to: '(settledOtherwise.chargeCents > 0 ? totalCents : capturedCents)',
  },
  {
    rule: 'a refusal is ignored',
    file: 'platform/processes/settle.ts',
    from: 'await refuse(step, error, state);',
    to: '',
  },
  {
    rule: 'emails in the queue are kept nowhere else',
    file: 'platform/processes/process-jobs.service.ts',
    from: 'await this.pendingJobs.add(process, jobs);',
    to: '',
  },
  {
    rule: 'admins get no email about memberships',
    file: 'across/notifications/notifications.process.ts',
    from: 'const { bookingId, type, amountCents, currency, stripeId, code, tryAgainAt } = alarm;',
    to: `const { bookingId, type, amountCents, currency, stripeId, code, tryAgainAt } = alarm;
      if (isOfMembership(type)) return [];`,
    histories: 'membership',
  },
  {
    rule: 'a membership refund that the bank returns alerts no one',
    file: 'across/notifications/alarm.ts',
    from: "if (event.type === 'EliteReversalUndone' && event.data.kind === 'dispute') return null;",
    to: "if (event.type === 'EliteReversalUndone') return null;",
    histories: 'membership',
  },
  {
    rule: 'members get no email about the end of their membership by a bank',
    file: 'people/membership/membership.process.ts',
    from: 'const changesAccess = data.endsMembership;',
    to: 'const changesAccess = data.endsMembership; if (changesAccess) return null;',
    histories: 'membership',
  },
  {
    rule: 'a debt that another payout repaid is taken back again',
    file: 'money/payouts/payout.ts',
    from: 'transferredCents(payout) + offsetCents(payout);',
    to: 'transferredCents(payout) + Math.max(0, offsetCents(payout));',
    histories: 'host',
  },
  {
    rule: 'a call that is still running counts as refused',
    file: 'platform/stores/stripe.ts',
    from: 'if (!isRefusal || error.statusCode === HTTP_CONFLICT) throw error;',
    to: 'if (!isRefusal && error.statusCode !== HTTP_CONFLICT) throw error;',
  },
  {
    rule: 'a call without a response is made again with another key',
    file: 'platform/stores/stripe.ts',
    from: 'if (!isStoredError) throw error;',
    to: `if (!isStoredError && !(error instanceof Stripe.errors.StripeConnectionError)) throw error;`,
  },
  {
    rule: 'an adjustment counts twice if the client repeats its request',
    file: 'money/payouts/payout-orders.commands.ts',
    from: 'if (!canBeAdjusted(booking, currentPayment))',
    to: `context = { ...context, commandId: String(Math.random()) };
      if (!canBeAdjusted(booking, currentPayment))`,
  },
  {
    rule: 'a stream is never read again after a failed read',
    file: 'platform/kernel/stream-cache.ts',
    from: 'readPromise.then(removeRead, removeRead);',
    to: 'readPromise.then(removeRead, () => void (newRead.next = readPromise));',
  },
  {
    rule: 'no one learns that an authorization was released',
    file: 'across/notifications/recipients.ts',
    from: 'return data.wasAuthorised',
    to: 'return data.wasAuthorised && data.totalCents === 0',
  },
];
