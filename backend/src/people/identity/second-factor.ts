import type { Role } from '@courtly/contracts/identity';
import { RECOVERY_CODES, type SecondFactors } from '@courtly/contracts/second-factor';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { requireVerifiedEmail } from './account-email.js';
import type { SecondFactorEvent } from './second-factor.events.js';

type EventData<Type extends SecondFactorEvent['type']> = Extract<
  SecondFactorEvent,
  { type: Type }
>['data'];

type Factor = Readonly<
  Pick<EventData<'SecondFactorAdded'>, 'kind' | 'name' | 'addedAt'> & { id: string }
>;

/** The second factors of one account. */
export type SecondFactorState = Readonly<{
  /** Oldest first. */
  factors: readonly Factor[];
  recoverySetId: string | null;
  /** The numbers of the current set's used codes. */
  usedCodes: readonly number[];
  /** Factors and sets that are no longer valid, so the vault can remove their secrets. */
  retiredIds: readonly string[];
}>;

/**
 * `isProven` means that this session used a second factor, which is required to add another one.
 */
type Permission = Readonly<{ isProven: boolean; isEmailVerified: boolean }>;

/** `recoverySetId` is null if no recovery codes were created when the addition started. */
export type SecondFactorCommand =
  | Message<'AddFactor', EventData<'SecondFactorAdded'> & Permission>
  | Message<'RemoveFactor', EventData<'SecondFactorRemoved'>>
  | Message<'IssueRecoveryCodes', EventData<'RecoveryCodesIssued'>>
  | Message<'UseRecoveryCode', EventData<'RecoveryCodeUsed'>>
  | Message<'ResetFactors', EventData<'SecondFactorsReset'>>;

const noFactors: SecondFactorState = {
  factors: [],
  recoverySetId: null,
  usedCodes: [],
  retiredIds: [],
};

/** The ids of valid factors and recovery codes. Proofs with other ids are refused. */
export const countingIds = ({ factors, recoverySetId }: SecondFactorState): readonly string[] => [
  ...factors.map(({ id }) => id),
  ...(recoverySetId === null ? [] : [recoverySetId]),
];

const withoutAll = (state: SecondFactorState): SecondFactorState => ({
  ...noFactors,
  retiredIds: [...state.retiredIds, ...countingIds(state)],
});

const MOST_PASSKEYS = 10;

export const recoveryCodesLeft = ({ recoverySetId, usedCodes }: SecondFactorState): number =>
  recoverySetId === null ? 0 : RECOVERY_CODES - usedCodes.length;

export const passkeyFactorsOf = ({ factors }: SecondFactorState): readonly Factor[] =>
  factors.filter(({ kind }) => kind === 'passkey');

export const totpFactorOf = ({ factors }: SecondFactorState): Factor | undefined =>
  factors.find(({ kind }) => kind === 'totp');

/** The message does not reveal which of the reasons applies. */
export const wrongCode = (): DomainError => {
  const message =
    'This code is wrong, expired, or already used. Wait for the next code from your app, or use another recovery code.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'code', message }] });
};

export const wrongPasskey = (): DomainError => {
  const message = "This passkey didn't work. Please try again, or use a code.";
  return new DomainError('invalid_request', message, { fields: [{ field: 'passkey', message }] });
};

/** @throws DomainError email_unverified, second_factor_required, wrong_status */
export const checkAddition = (
  { factors }: SecondFactorState,
  kind: Factor['kind'],
  { isProven, isEmailVerified }: Permission,
): void => {
  requireVerifiedEmail(isEmailVerified);
  if (factors.length > 0 && !isProven)
    throw new DomainError(
      'second_factor_required',
      'Sign in again with your second step to add another one.',
    );
  const sameKind = factors.filter((factor) => factor.kind === kind).length;
  if (kind === 'totp' && sameKind > 0)
    throw new DomainError(
      'wrong_status',
      'You already use an authenticator app. Remove it first.',
      {
        status: 'added',
      },
    );
  if (kind === 'passkey' && sameKind >= MOST_PASSKEYS)
    throw new DomainError(
      'wrong_status',
      `You have ${MOST_PASSKEYS} passkeys, which is the limit. Remove one first.`,
      {
        status: 'full',
      },
    );
};

export const secondFactor: Decider<SecondFactorState, SecondFactorCommand, SecondFactorEvent> = {
  category: 'secondFactor',
  initial: noFactors,

  decide({ type, data }, state) {
    switch (type) {
      case 'AddFactor': {
        const { isProven, isEmailVerified, ...addition } = data;
        if (state.factors.some(({ id }) => id === data.factorId)) return [];
        checkAddition(state, data.kind, { isProven, isEmailVerified });
        // Only the first factor creates recovery codes.
        if ((state.factors.length === 0) !== (data.recoverySetId !== null))
          throw new DomainError(
            'conflict',
            'Your second steps changed in the meantime. Please start over.',
          );
        return [{ type: 'SecondFactorAdded', data: addition }];
      }
      case 'RemoveFactor':
        if (!state.factors.some(({ id }) => id === data.factorId))
          throw new DomainError('not_found', 'This second step was already removed.');
        return [{ type: 'SecondFactorRemoved', data }];
      case 'IssueRecoveryCodes':
        if (state.factors.length === 0)
          throw new DomainError('wrong_status', 'Two-step sign-in is off.', { status: 'off' });
        return [{ type: 'RecoveryCodesIssued', data }];
      case 'UseRecoveryCode':
        if (data.recoverySetId !== state.recoverySetId || state.usedCodes.includes(data.codeNumber))
          throw wrongCode();
        return [{ type: 'RecoveryCodeUsed', data }];
      case 'ResetFactors':
        return state.factors.length > 0 ? [{ type: 'SecondFactorsReset', data }] : [];
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'SecondFactorAdded': {
        const { factorId: id, kind, name, addedAt, recoverySetId } = data;
        return {
          ...state,
          factors: [...state.factors, { id, kind, name, addedAt }],
          recoverySetId: recoverySetId ?? state.recoverySetId,
        };
      }
      case 'SecondFactorRemoved': {
        const factors = state.factors.filter(({ id }) => id !== data.factorId);
        if (factors.length === 0) return withoutAll(state);
        return { ...state, factors, retiredIds: [...state.retiredIds, data.factorId] };
      }
      case 'RecoveryCodesIssued': {
        const { recoverySetId, retiredIds } = state;
        return {
          ...state,
          recoverySetId: data.recoverySetId,
          usedCodes: [],
          retiredIds: recoverySetId === null ? retiredIds : [...retiredIds, recoverySetId],
        };
      }
      case 'RecoveryCodeUsed':
        return { ...state, usedCodes: [...state.usedCodes, data.codeNumber] };
      case 'SecondFactorsReset':
        return withoutAll(state);
    }
  },
};

export const secondFactorsView = (
  state: SecondFactorState,
  roles: readonly string[],
  secondFactorRoles: readonly Role[],
  isUsed: boolean,
): SecondFactors => ({
  factors: [...state.factors],
  recoveryCodesLeft: recoveryCodesLeft(state),
  isRequired: secondFactorRoles.some((role) => roles.includes(role)),
  isUsed,
});
