import type {
  PolicyChange,
  PolicyStatus,
  PolicyValues,
  PolicyVersion,
} from '@courtly/contracts/policies';
import { type EffectivePolicy, policyInForce } from './policy-history.js';

/** Changes in the order of the later version, followed by removed values. */
export const changesBetween = (
  previousValues: PolicyValues,
  nextValues: PolicyValues,
): PolicyChange[] =>
  [...new Set([...Object.keys(nextValues), ...Object.keys(previousValues)])]
    .filter((valueName) => previousValues[valueName] !== nextValues[valueName])
    .map((valueName) => ({
      name: valueName,
      ...(valueName in previousValues && { before: previousValues[valueName] }),
      ...(valueName in nextValues && { after: nextValues[valueName] }),
    }));

type Person = Readonly<{ id: string; name: string }>;
type ViewContext = Readonly<{
  /** The current instant (UTC). */
  at: string;
  /** The id of the policy that this server uses. */
  runningId: string;
  person(id: string): Person;
}>;

/** The users whose names a list of versions shows. */
export const peopleIn = (versions: readonly EffectivePolicy[]): string[] =>
  versions.flatMap(({ publishedBy, confirmedBy, withdrawn }) =>
    [publishedBy, confirmedBy, withdrawn?.withdrawnBy].filter(
      (id): id is string => typeof id === 'string',
    ),
  );

/** All versions with their changes, latest first. */
export const policyVersions = (
  versions: readonly EffectivePolicy[],
  { at, runningId, person }: ViewContext,
): PolicyVersion[] => {
  const inForce = policyInForce(versions, at);
  const statusOf = (version: EffectivePolicy): PolicyStatus => {
    if (version.withdrawn) return 'withdrawn';
    if (version === inForce) return 'inForce';
    return version.effectiveAt > at ? 'scheduled' : 'replaced';
  };
  return versions
    .map((version, index): PolicyVersion => {
      const { replaces, publishedBy, confirmedBy, withdrawn, ...fields } = version;
      const earlier = versions.slice(0, index);
      const previous = earlier.findLast(
        replaces === null || earlier.some(({ policyId }) => policyId === version.policyId)
          ? (candidate) => candidate.withdrawn === null
          : ({ policyId }) => policyId === replaces,
      );
      return {
        ...fields,
        status: statusOf(version),
        publishedBy: publishedBy === null ? null : person(publishedBy),
        confirmedBy: confirmedBy === null ? null : person(confirmedBy),
        withdrawal: withdrawn && {
          by: person(withdrawn.withdrawnBy),
          at: withdrawn.withdrawnAt,
          reason: withdrawn.reason,
        },
        isRunHere: version === inForce && version.policyId === runningId,
        changes: previous ? changesBetween(previous.values, version.values) : null,
      };
    })
    .reverse();
};
