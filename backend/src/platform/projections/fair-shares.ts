/**
 * A process that runs projections, and the projections that it can run. A pinned process has
 * priority for its projections.
 */
export type Projector = Readonly<{ id: string; runs: readonly string[]; pinned: boolean }>;

const leastLoaded = (
  candidates: readonly Projector[],
  loadByProcess: ReadonlyMap<string, number>,
): Projector | undefined =>
  candidates.reduce<Projector | undefined>(
    (bestCandidate, candidate) =>
      bestCandidate &&
      (loadByProcess.get(bestCandidate.id) ?? 0) <= (loadByProcess.get(candidate.id) ?? 0)
        ? bestCandidate
        : candidate,
    undefined,
  );

/**
 * Assigns each projection to a process. No process gets more than its fair share if another one can
 * run the projection, and owners keep projections while that is fair. The same input always gives
 * the same result.
 * @param currentOwners the current owner of each projection
 */
export const fairShares = (
  projectors: readonly Projector[],
  currentOwners: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const sortedProcesses = [...projectors].sort((first, second) => (first.id < second.id ? -1 : 1));
  const candidatesOf = (projectionId: string) => {
    const capableProcesses = sortedProcesses.filter(({ runs }) => runs.includes(projectionId));
    const pinnedProcesses = capableProcesses.filter((projector) => projector.pinned);
    return pinnedProcesses.length > 0 ? pinnedProcesses : capableProcesses;
  };
  const allProjections = [...new Set(sortedProcesses.flatMap(({ runs }) => runs))].map(
    (projectionId) => ({
      id: projectionId,
      candidates: candidatesOf(projectionId),
    }),
  );
  const byCandidateCount = allProjections.sort(
    (first, second) =>
      first.candidates.length - second.candidates.length || (first.id < second.id ? -1 : 1),
  );
  const fairShare = Math.ceil(allProjections.length / Math.max(1, sortedProcesses.length));
  const assignedShares = new Map<string, string>();
  const loadByProcess = new Map<string, number>();
  const assignShare = (projectionId: string, projector: Projector) => {
    assignedShares.set(projectionId, projector.id);
    loadByProcess.set(projector.id, (loadByProcess.get(projector.id) ?? 0) + 1);
  };
  for (const { id, candidates } of byCandidateCount) {
    const currentOwner = candidates.find((candidate) => candidate.id === currentOwners.get(id));
    const keepsOwner =
      currentOwner &&
      (candidates.length === 1 || (loadByProcess.get(currentOwner.id) ?? 0) < fairShare);
    if (keepsOwner) assignShare(id, currentOwner);
  }
  for (const { id, candidates } of byCandidateCount)
    if (!assignedShares.has(id)) assignShare(id, leastLoaded(candidates, loadByProcess)!);
  return assignedShares;
};
