/** How many deliveries a fault affects: a fraction of all, or the next ones. */
export type FaultShare = Readonly<{ fraction?: number; next?: number }>;

/** Faults of deliveries. `delay` and `reorder` hold deliveries back, in seconds of the clock. */
export type DeliveryRules = Readonly<{
  /** State of the random generator. The same seed gives the same results. */
  seed: number;
  /** Limits the faults to these event types. */
  types?: readonly string[];
  lose?: FaultShare;
  duplicate?: FaultShare;
  delay?: FaultShare & { seconds: number };
  reorder?: FaultShare;
}>;

/** The outcome for one delivery. */
export type DeliveryFate = Readonly<{ copies: number; delaySeconds: number; swaps: boolean }>;

export const NO_DELIVERY_RULES: DeliveryRules = { seed: 1 };

/** One step of mulberry32: a number in [0, 1) and the next state. */
export function nextRandom(generatorState: number): { value: number; state: number } {
  const nextState = (generatorState + 0x6d2b79f5) >>> 0;
  let mixedBits = Math.imul(nextState ^ (nextState >>> 15), nextState | 1);
  mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
  return { value: ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32, state: nextState };
}

const RULE_KINDS = ['lose', 'duplicate', 'delay', 'reorder'] as const;

/** Decides about one delivery and returns the rules for the next one. */
export function decideDelivery(
  deliveryRules: DeliveryRules,
  eventType: string,
): { fate: DeliveryFate; rules: DeliveryRules } {
  if (deliveryRules.types && !deliveryRules.types.includes(eventType))
    return { fate: { copies: 1, delaySeconds: 0, swaps: false }, rules: deliveryRules };
  const appliedKinds = new Set<string>();
  let updatedRules: DeliveryRules = deliveryRules;
  for (const ruleKind of RULE_KINDS) {
    const faultShare = updatedRules[ruleKind];
    if (!faultShare) continue;
    const { value, state } = nextRandom(updatedRules.seed);
    const remainingCount = faultShare.next ?? 0;
    if (remainingCount > 0 || value < (faultShare.fraction ?? 0)) appliedKinds.add(ruleKind);
    updatedRules = {
      ...updatedRules,
      seed: state,
      [ruleKind]: { ...faultShare, ...(remainingCount > 0 && { next: remainingCount - 1 }) },
    };
  }
  const deliveryFate: DeliveryFate = {
    copies: appliedKinds.has('lose') ? 0 : appliedKinds.has('duplicate') ? 2 : 1,
    delaySeconds: appliedKinds.has('delay') ? deliveryRules.delay!.seconds : 0,
    swaps: appliedKinds.has('reorder'),
  };
  return { fate: deliveryFate, rules: updatedRules };
}
