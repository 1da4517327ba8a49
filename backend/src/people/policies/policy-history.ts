import type { PolicyValues } from '@courtly/contracts/policies';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PolicyEvent, PolicyFileEvent } from './policy.events.js';

/** A version of the policy. `publishedBy` and `replaces` are null for a version from a file. */
export type EffectivePolicy = PolicyFileEvent['data'] &
  Readonly<{
    publishedBy: string | null;
    confirmedBy: string | null;
    replaces: string | null;
    withdrawn: Readonly<{ withdrawnBy: string; reason: string; withdrawnAt: string }> | null;
  }>;
/** `isDefault` means that no file was named, so the values are those of the release. */
export type PolicyFromFile = PolicyFileEvent['data'] &
  Readonly<{ replaces: string | null; isDefault: boolean }>;
export type PolicyToPublish = Omit<
  Extract<PolicyEvent, { type: 'PolicyPublished' }>['data'],
  'policyId'
>;

export const CLUB_POLICY = 'club';

/**
 * The minimum time before a change takes effect, in milliseconds. Every process reads the log more
 * often, so all of them know a version before it takes effect.
 */
export const POLICY_LEAD_MS = 60_000;

export type PolicyCommand =
  | Message<'TakeEffect', PolicyFromFile>
  | Message<'Publish', PolicyToPublish>
  | Message<'Withdraw', Extract<PolicyEvent, { type: 'PolicyWithdrawn' }>['data']>;

/** The version in force at an instant; undefined before the first one. */
export const policyInForce = (
  policyVersions: readonly EffectivePolicy[],
  at: string,
): EffectivePolicy | undefined =>
  policyVersions.reduce<EffectivePolicy | undefined>(
    (inForce, version) =>
      version.withdrawn === null &&
      version.effectiveAt <= at &&
      (inForce === undefined || version.effectiveAt >= inForce.effectiveAt)
        ? version
        : inForce,
    undefined,
  );

const NO_END = '9999-12-31T23:59:59.999Z';

/**
 * The version that the next one replaces: the last to take effect, even if a release completed an
 * earlier one in the meantime.
 */
export const latestPolicy = (
  policyVersions: readonly EffectivePolicy[],
): EffectivePolicy | undefined => policyInForce(policyVersions, NO_END);

/** All values that were recorded under an id, which never change. */
export const valuesUnder = (policyId: string, policyVersions: readonly EffectivePolicy[]) =>
  Object.assign(
    {},
    ...policyVersions
      .filter((policyVersion) => policyVersion.policyId === policyId)
      .map(({ values }) => values),
  ) as PolicyValues;

/** The day of its publication, with a number if there are several that day. */
const nextPolicyId = (publishedAt: string, policyVersions: readonly EffectivePolicy[]): string => {
  const day = publishedAt.slice(0, 10);
  const usedIds = new Set(policyVersions.map(({ policyId }) => policyId));
  for (let number = 1; ; number++) {
    const policyId = number === 1 ? day : `${day}-${number}`;
    if (!usedIds.has(policyId)) return policyId;
  }
};

/**
 * Every version of the policy, in recorded order. Agreements refer to ids, so the values of an id
 * never change: older servers change nothing, and reverting needs a new id.
 */
export const policyHistory: Decider<readonly EffectivePolicy[], PolicyCommand, PolicyEvent> = {
  category: 'policy',
  initial: [],

  decide({ type, data }, policyVersions) {
    switch (type) {
      case 'TakeEffect':
        return takeEffect(data, policyVersions);
      case 'Publish': {
        requireLatest(data, policyVersions);
        const policyId = nextPolicyId(data.publishedAt, policyVersions);
        const earliest = instantAfter(data.publishedAt, POLICY_LEAD_MS);
        const effectiveAt = data.effectiveAt > earliest ? data.effectiveAt : earliest;
        return [{ type: 'PolicyPublished', data: { ...data, policyId, effectiveAt } }];
      }
      case 'Withdraw': {
        const policyVersion = policyVersions.findLast(({ policyId }) => policyId === data.policyId);
        if (!policyVersion) throw notFound('policy');
        if (policyVersion.withdrawn) return [];
        if (instantAfter(data.withdrawnAt, POLICY_LEAD_MS) > policyVersion.effectiveAt)
          throw new DomainError(
            'wrong_status',
            'This version is or soon will be in force. To revert it, publish the earlier values again.',
          );
        return [{ type: 'PolicyWithdrawn', data }];
      }
    }
  },

  evolve(policyVersions, { type, data }) {
    switch (type) {
      case 'PolicyTookEffect': {
        // A release that adds a value records an admin's version again.
        const known = policyVersions.findLast(({ policyId }) => policyId === data.policyId);
        const { publishedBy = null, confirmedBy = null, replaces = null } = known ?? {};
        return [
          ...policyVersions,
          { ...data, publishedBy, confirmedBy, replaces, withdrawn: null },
        ];
      }
      case 'PolicyPublished': {
        const { publishedAt: _, ...version } = data;
        return [...policyVersions, { ...version, changedBy: null, withdrawn: null }];
      }
      case 'PolicyWithdrawn': {
        const { policyId, ...withdrawn } = data;
        return policyVersions.map((policyVersion) =>
          policyVersion.policyId === policyId ? { ...policyVersion, withdrawn } : policyVersion,
        );
      }
    }
  },
};

const instantAfter = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

/**
 * Checks that a draft replaces the latest version, and that no version is scheduled.
 * @throws DomainError policy_changed, wrong_status
 */
export const requireLatest = (
  { replaces, publishedAt }: Pick<PolicyToPublish, 'replaces' | 'publishedAt'>,
  policyVersions: readonly EffectivePolicy[],
): EffectivePolicy => {
  const latest = latestPolicy(policyVersions);
  if (latest?.policyId !== replaces)
    throw new DomainError(
      'policy_changed',
      `The policy ${latest?.policyId ?? ''} was published after you started this draft. Start a new draft from it.`,
      { policyId: latest?.policyId },
    );
  if (latest.effectiveAt > publishedAt) throw scheduledRefusal(latest);
  return latest;
};

const scheduledRefusal = ({ policyId, effectiveAt }: EffectivePolicy) =>
  new DomainError(
    'wrong_status',
    `The policy ${policyId} takes effect at ${effectiveAt}. Withdraw it first, or wait until then.`,
    { status: 'scheduled' },
  );

const takeEffect = (
  { replaces, isDefault, ...data }: PolicyFromFile,
  policyVersions: readonly EffectivePolicy[],
): PolicyEvent[] => {
  const { policyId, values, effectiveAt } = data;
  const recordedValues = valuesUnder(policyId, policyVersions);
  const valueNames = Object.keys(values);
  const isNewPolicy = policyVersions.every((version) => version.policyId !== policyId);
  const changedNames = [...new Set([...valueNames, ...Object.keys(recordedValues)])].filter(
    (valueName) =>
      valueName in recordedValues && valueName in values
        ? recordedValues[valueName] !== values[valueName]
        : // A policy that does not list a city sets nothing for it.
          !isNewPolicy && valueName.startsWith('cities.'),
  );
  if (changedNames.length > 0) throw changedValuesRefusal(policyId, changedNames);
  if (isNewPolicy) {
    const latest = latestPolicy(policyVersions);
    if (isDefault && latest?.publishedBy) return [];
    requireFileReplacesLatest({ policyId, replaces, effectiveAt }, latest);
    return [{ type: 'PolicyTookEffect', data }];
  }
  // If a release adds a value, the current policy takes effect again with it.
  const addsValues =
    policyInForce(policyVersions, effectiveAt)?.policyId === policyId &&
    valueNames.some((valueName) => !(valueName in recordedValues));
  return addsValues ? [{ type: 'PolicyTookEffect', data }] : [];
};

/** A file must not undo a change by admins that its author did not know about. */
const requireFileReplacesLatest = (
  file: Readonly<{ policyId: string; replaces: string | null; effectiveAt: string }>,
  latest: EffectivePolicy | undefined,
): void => {
  if (!latest || latest.publishedBy === null) return;
  if (latest.effectiveAt > file.effectiveAt) throw scheduledRefusal(latest);
  if (file.replaces !== latest.policyId)
    throw new DomainError(
      'policy_changed',
      `Admins published the policy "${latest.policyId}". Compare it with your file "${file.policyId}". ` +
        `To replace it, add "replaces": "${latest.policyId}" to the file; otherwise, unset POLICY_FILE.`,
      { policyId: latest.policyId },
    );
};

const changedValuesRefusal = (policyId: string, valueNames: readonly string[]) =>
  new DomainError(
    'taken',
    `The policy "${policyId}" has taken effect with other values (${valueNames.join(', ')}). ` +
      'Give the changed policy a new id, because existing agreements keep the numbers of the old one.',
    { field: 'id', names: valueNames },
  );
