import { StripeRefusal } from '../stores/stripe.js';

/** No settlement in Courtly needs this many steps. */
const MAX_STEPS = 10;

/**
 * How to settle one kind of obligation. `observe` reads from Stripe and records what it shows;
 * `next` computes the step that is due, or null; `act` takes the step and records the result;
 * `refuse` records that Stripe refused the step.
 */
export type Settling<State, Step> = Readonly<{
  observe: () => Promise<State>;
  next: (state: State) => Promise<Step | null>;
  act: (step: Step, state: State) => Promise<State>;
  refuse: (step: Step, refusal: StripeRefusal, state: State) => Promise<unknown>;
}>;

/**
 * Takes steps until none is due. It reads from Stripe first, so interrupted, repeated, or reordered
 * calls don't matter. A refusal counts only if the same step is still due after another read,
 * because another process may have taken it. Returns the last state before a refusal or the end.
 * @throws Error if the steps never end, or if Stripe cannot be reached
 */
export const settle = async <State, Step>({
  observe,
  next,
  act,
  refuse,
}: Settling<State, Step>): Promise<State> => {
  let state = await observe();
  for (let stepCount = 0; stepCount < MAX_STEPS; stepCount++) {
    const step = await next(state);
    if (step === null) return state;
    try {
      state = await act(step, state);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      state = await observe();
      if (JSON.stringify(await next(state)) === JSON.stringify(step)) {
        await refuse(step, error, state);
        return state;
      }
    }
  }
  throw new Error(`not settled after ${MAX_STEPS} steps`);
};
