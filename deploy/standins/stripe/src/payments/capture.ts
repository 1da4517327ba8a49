import type Stripe from 'stripe';
import { updateObject, type StripeState } from '../state.js';
import { bookTransaction, PENDING_SECONDS, stripeFee } from './balance.js';
import { captureFields } from './charge.js';
import { findTestCard } from './payment-method.js';

const CAPTURE_DELAY_ID = 'capture_delay';

/** From now on, captured charges have a balance transaction after `seconds`; immediately for 0. */
export const setCaptureDelay = (state: StripeState, seconds: number): { seconds: number } =>
  state.objects.put('_capture_delay', { id: CAPTURE_DELAY_ID, seconds });

/** Adds a captured amount to the balance, minus the fee. Returns the id of the transaction. */
function bookCharge(
  state: StripeState,
  { id, currency, payment_method }: Stripe.Charge,
  amountCents: number,
): string {
  const { card } = findTestCard(state, payment_method!);
  return bookTransaction(state, {
    type: 'charge',
    reporting_category: 'charge',
    amount: amountCents,
    currency,
    fee: stripeFee(amountCents),
    source: id,
    available_on: card.availableAtOnce ? state.now : state.now + PENDING_SECONDS,
  }).id;
}

/**
 * Captures `amountCents` of a charge and books them. With a capture delay, Stripe books them later,
 * as it does when it captures asynchronously.
 */
export function captureCharge(
  state: StripeState,
  heldCharge: Stripe.Charge,
  amountCents: number,
): Stripe.Charge {
  const delaySeconds = state.objects.get('_capture_delay', CAPTURE_DELAY_ID)?.seconds ?? 0;
  if (delaySeconds > 0) state.timers.addTimer(state.now + delaySeconds, 'booking', heldCharge.id);
  const transactionId = delaySeconds > 0 ? null : bookCharge(state, heldCharge, amountCents);
  const { card } = findTestCard(state, heldCharge.payment_method!);
  if (card.disputed)
    state.timers.addTimer(state.now, 'dispute', `${heldCharge.id}@${card.disputed}`);
  if (card.fraudulent) state.timers.addTimer(state.now, 'fraud', heldCharge.id);
  return state.objects.put('charge', {
    ...heldCharge,
    ...captureFields(amountCents, transactionId),
  });
}

/** Books a captured charge whose balance transaction does not exist yet. */
export function bookCapture(state: StripeState, chargeId: string): void {
  const charge = state.objects.get('charge', chargeId);
  if (!charge || charge.balance_transaction) return;
  const balance_transaction = bookCharge(state, charge, charge.amount_captured);
  updateObject(state, 'charge', charge, { balance_transaction }, 'charge.updated');
}
