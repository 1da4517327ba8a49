import type { Cli } from '@courtly/backend/cli/cli';
import { DAY_MS, MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { boundedStep } from './bounded.js';
import type { Server } from './server.js';
import { type StripeStandIn, stripeOf } from './stripe.js';

const ADVANCED_WITHIN_MS = 30 * MINUTE_MS;

/**
 * Moves Stripe's clock one day at a time. A single step could keep the stand-in busy until the
 * launcher restarts it.
 */
const advanceStripe = async (
  { control }: StripeStandIn,
  instantMs: number,
  reportProgress: (progress: string) => void,
): Promise<void> => {
  for (;;) {
    const { now: nowSeconds } = await control<{ now: number }>('GET', '');
    const leftSeconds = Math.ceil(instantMs / 1_000 - nowSeconds);
    if (leftSeconds <= 0) return;
    reportProgress(`Stripe is at ${new Date(nowSeconds * 1_000).toISOString()}`);
    await control('POST', '/clock', { advance: Math.min(leftSeconds, DAY_MS / 1_000) });
  }
};

/**
 * Moves the clocks of Courtly and Stripe to an instant (epoch ms). Returns Courtly at that time.
 */
export const advanceTo = (
  commandLine: Cli,
  courtlyServer: Server,
  instantMs: number,
): Promise<Server> =>
  boundedStep(
    commandLine,
    `Advancing the clock to ${new Date(instantMs).toISOString()}`,
    ADVANCED_WITHIN_MS,
    async (reportProgress) => {
      reportProgress('Courtly restarts');
      const laterServer = await courtlyServer.later(new Date(instantMs).toISOString());
      try {
        await advanceStripe(stripeOf(laterServer.environment), instantMs, reportProgress);
        return laterServer;
      } catch (error) {
        await laterServer.stop();
        throw error;
      }
    },
  );
