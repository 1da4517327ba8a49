/** A projecting process and the projections it can run. A pinned process has priority for them. */
export type Projector = Readonly<{ id: string; runs: readonly string[]; pinned: boolean }>;

const least = (
  candidates: readonly Projector[],
  load: ReadonlyMap<string, number>,
): Projector | undefined =>
  candidates.reduce<Projector | undefined>(
    (best, one) => (best && (load.get(best.id) ?? 0) <= (load.get(one.id) ?? 0) ? best : one),
    undefined,
  );

/**
 * Assigns each projection to a process, none with more than its fair share if another can run it.
 * Owners keep projections while that is fair. Processes with the same input compute the same
 * result.
 * @param owners the current owner of each projection
 */
export const fairShares = (
  projectors: readonly Projector[],
  owners: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const sorted = [...projectors].sort((a, b) => (a.id < b.id ? -1 : 1));
  const candidatesOf = (id: string) => {
    const able = sorted.filter(({ runs }) => runs.includes(id));
    const pinned = able.filter((one) => one.pinned);
    return pinned.length > 0 ? pinned : able;
  };
  const all = [...new Set(sorted.flatMap(({ runs }) => runs))].map((id) => ({
    id,
    candidates: candidatesOf(id),
  }));
  const fewestFirst = all.sort(
    (a, b) => a.candidates.length - b.candidates.length || (a.id < b.id ? -1 : 1),
  );
  const most = Math.ceil(all.length / Math.max(1, sorted.length));
  const shares = new Map<string, string>();
  const load = new Map<string, number>();
  const give = (id: string, projector: Projector) => {
    shares.set(id, projector.id);
    load.set(projector.id, (load.get(projector.id) ?? 0) + 1);
  };
  for (const { id, candidates } of fewestFirst) {
    const owner = candidates.find((one) => one.id === owners.get(id));
    const goesOn = owner && (candidates.length === 1 || (load.get(owner.id) ?? 0) < most);
    if (goesOn) give(id, owner);
  }
  for (const { id, candidates } of fewestFirst)
    if (!shares.has(id)) give(id, least(candidates, load)!);
  return shares;
};
