import fc from 'fast-check';

/** The gate repeats the same histories, so a new failure is caused by a change. */
const GATE_SEED = 2026;
/** Fewer runs say nothing about the rate, because code is still being compiled. */
const FEWEST_TIMED_RUNS = 100;

/**
 * Settings of fast-check: `gateRuns` fixed histories, or with `SIMULATIONS` a share of that many
 * new ones. `SEED` chooses other fixed ones.
 */
export const randomHistories = (
  gateRuns: number,
  share = 1,
): Readonly<{ numRuns: number; seed?: number }> => {
  const { SIMULATIONS, SEED } = process.env;
  return {
    numRuns: SIMULATIONS ? Math.ceil(Number(SIMULATIONS) * share) : gateRuns,
    ...((SEED ?? !SIMULATIONS) && { seed: Number(SEED ?? GATE_SEED) }),
  };
};

/**
 * Checks random histories and prints how many run in a minute of processor time. With
 * `SIMULATIONS`, fewer than `slowest` fail, because simulating enough would take too long.
 */
export const checkRandomHistories = async <H>(
  name: string,
  histories: fc.Arbitrary<H>,
  check: (history: H) => Promise<unknown>,
  settings: ReturnType<typeof randomHistories>,
  slowest: number,
): Promise<void> => {
  const { user: startedAt } = process.cpuUsage();
  await fc.assert(
    fc.asyncProperty(histories, async (history) => void (await check(history))),
    settings,
  );
  const minutes = (process.cpuUsage().user - startedAt) / 60_000_000;
  const rate = Math.round(settings.numRuns / minutes);
  process.stdout.write(`${settings.numRuns} ${name}: ${rate} a minute of processor time\n`);
  const isTimed = process.env['SIMULATIONS'] && settings.numRuns >= FEWEST_TIMED_RUNS;
  if (isTimed && rate < slowest)
    throw new Error(`only ${rate} ${name} ran in a minute, not ${slowest}`);
};
