/** How many deliveries meet a fault: a fraction of all, or the next ones. */
export type Share = Readonly<{ fraction?: number; next?: number }>;

/** What happens to deliveries on their way. `delay` and `reorder` hold them back for so many seconds of the clock. */
export type Weather = Readonly<{
  /** The state of the choices; the same seed makes the same ones. */
  seed: number;
  /** Only these types of events; all, when absent. */
  types?: readonly string[];
  lose?: Share;
  duplicate?: Share;
  delay?: Share & { seconds: number };
  reorder?: Share;
}>;

/** What becomes of one delivery. */
export type Fate = Readonly<{ copies: number; delaySeconds: number; swaps: boolean }>;

export const CALM: Weather = { seed: 1 };

/** One step of mulberry32: a number in [0, 1) and the next state. */
export function random(state: number): { value: number; state: number } {
  const next = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { value: ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32, state: next };
}

const KINDS = ['lose', 'duplicate', 'delay', 'reorder'] as const;

/** Decides about one delivery, and leaves the weather for the next one. */
export function decide(weather: Weather, type: string): { fate: Fate; weather: Weather } {
  if (weather.types && !weather.types.includes(type))
    return { fate: { copies: 1, delaySeconds: 0, swaps: false }, weather };
  const hit = new Set<string>();
  let after: Weather = weather;
  for (const kind of KINDS) {
    const share = after[kind];
    if (!share) continue;
    const { value, state } = random(after.seed);
    const next = share.next ?? 0;
    if (next > 0 || value < (share.fraction ?? 0)) hit.add(kind);
    after = { ...after, seed: state, [kind]: { ...share, ...(next > 0 && { next: next - 1 }) } };
  }
  const fate: Fate = {
    copies: hit.has('lose') ? 0 : hit.has('duplicate') ? 2 : 1,
    delaySeconds: hit.has('delay') ? weather.delay!.seconds : 0,
    swaps: hit.has('reorder'),
  };
  return { fate, weather: after };
}
