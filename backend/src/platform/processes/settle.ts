import { StripeRefusal } from '../stores/stripe.js';

/** No settlement in Courtly needs this many steps. */
const MAX_STEPS = 10;

/** How to settle one kind of obligation. */
export type Settling<State, Step> = Readonly<{
  /** Reads from Stripe and records what it shows. */
  observe: () => Promise<State>;
  /** The step that is due, or null. */
  next: (state: State) => Promise<Step | null>;
  /** Takes the step and records the result. */
  act: (step: Step, state: State) => Promise<State>;
  /** Records that Stripe refused the step. */
  refuse: (step: Step, refusal: StripeRefusal, state: State) => Promise<unknown>;
}>;

/**
 * Reads from Stripe and takes steps until none is due, so repeated calls are harmless. A refusal
 * counts only if its step is still due after another read. Returns the last state.
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
