/** The gate repeats the same histories, so a new failure is caused by a change. */
const GATE_SEED = 2026;

/**
 * Settings of fast-check: `gateRuns` fixed histories, or with `SIMULATIONS` a share of that many new
 * ones. `SEED` chooses other fixed ones.
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
