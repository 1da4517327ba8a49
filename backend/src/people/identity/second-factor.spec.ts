import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import type { SecondFactorEvent } from './second-factor.events.js';
import { countingIds, recoveryCodesLeft, secondFactor } from './second-factor.js';

const at = '2027-03-01T10:00:00.000Z';
const app = { userId: 'ada', factorId: 'app', kind: 'totp', name: '', addedAt: at } as const;
const passkey = (factorId: string) =>
  ({ userId: 'ada', factorId, kind: 'passkey', name: 'Laptop', addedAt: at }) as const;
const appAdded: SecondFactorEvent = {
  type: 'SecondFactorAdded',
  data: { ...app, recoverySetId: 'first set' },
};
const passkeyAdded = (
  factorId = 'key',
  recoverySetId: string | null = null,
): SecondFactorEvent => ({
  type: 'SecondFactorAdded',
  data: { ...passkey(factorId), recoverySetId },
});
const addApp = (isProven = false, isEmailVerified = true) =>
  ({
    type: 'AddFactor',
    data: { ...app, recoverySetId: 'first set', isProven, isEmailVerified },
  }) as const;
const addPasskey = (
  isProven: boolean,
  factorId = 'key',
  recoverySetId: string | null = null,
  isEmailVerified = true,
) =>
  ({
    type: 'AddFactor',
    data: { ...passkey(factorId), recoverySetId, isProven, isEmailVerified },
  }) as const;
const remove = (factorId: string) =>
  ({ type: 'RemoveFactor', data: { userId: 'ada', factorId, removedAt: at } }) as const;
const removed = (factorId: string): SecondFactorEvent => ({
  ...remove(factorId),
  type: 'SecondFactorRemoved',
});
const issue = {
  type: 'IssueRecoveryCodes',
  data: { userId: 'ada', recoverySetId: 'second set', issuedAt: at },
} as const;
const issued: SecondFactorEvent = { ...issue, type: 'RecoveryCodesIssued' };
const useCode = (recoverySetId: string, codeNumber: number) =>
  ({
    type: 'UseRecoveryCode',
    data: { userId: 'ada', recoverySetId, codeNumber, usedAt: at },
  }) as const;
const used = (recoverySetId: string, codeNumber: number): SecondFactorEvent => ({
  ...useCode(recoverySetId, codeNumber),
  type: 'RecoveryCodeUsed',
});
const reset = {
  type: 'ResetFactors',
  data: { userId: 'ada', reason: 'Lost the phone.', resetAt: at },
} as const;
const wasReset: SecondFactorEvent = { ...reset, type: 'SecondFactorsReset' };
const given = specification(secondFactor);
const codesLeft = (...events: SecondFactorEvent[]) =>
  recoveryCodesLeft(foldAll(secondFactor, events));

describe('a second factor', () => {
  it('creates recovery codes if it is the first', () => given().when(addApp()).then(appAdded));
  it('keeps the recovery codes of an earlier one', () =>
    given(appAdded).when(addPasskey(true)).then(passkeyAdded()));
  it('cannot be added to an earlier one in a session without a second step', () =>
    given(appAdded).when(addPasskey(false)).thenRefused('second_factor_required'));
  it('needs a verified email, whether or not it is the first', () => {
    given().when(addApp(false, false)).thenRefused('email_unverified');
    given()
      .when(addPasskey(false, 'key', 'first set', false))
      .thenRefused('email_unverified');
    given(appAdded)
      .when(addPasskey(true, 'key', null, false))
      .thenRefused('email_unverified');
  });
  it('is recorded once', () => given(appAdded).when(addApp(true)).thenNothing());
  it('cannot be a second authenticator app', () =>
    given(appAdded)
      .when({ ...addApp(true), data: { ...addApp(true).data, factorId: 'other app' } })
      .thenRefused('wrong_status'));
  it('cannot be an eleventh passkey', () => {
    const ten = Array.from({ length: 10 }, (_, index) => passkeyAdded(`key ${index}`));
    given(...ten)
      .when(addPasskey(true, 'another'))
      .thenRefused('wrong_status');
  });
  it('is refused if it was started as the first and another one has been added since', () =>
    given(passkeyAdded('key', 'old set')).when(addApp(true)).thenRefused('conflict'));
  it('is refused without recovery codes if the other factors were removed after its start', () =>
    given(passkeyAdded('key', 'old set'), removed('key'))
      .when(addPasskey(true))
      .thenRefused('conflict'));
  it('can be removed once', () => {
    given(appAdded).when(remove('app')).then(removed('app'));
    given(appAdded, removed('app')).when(remove('app')).thenRefused('not_found');
  });
  it('can be added again after its removal, with new recovery codes', () =>
    given(passkeyAdded('key', 'old set'), removed('key')).when(addApp()).then(appAdded));
});

describe('a recovery code', () => {
  it('works once', () => {
    given(appAdded).when(useCode('first set', 3)).then(used('first set', 3));
    given(appAdded, used('first set', 3))
      .when(useCode('first set', 3))
      .thenRefused('invalid_request');
    given(appAdded, used('first set', 3)).when(useCode('first set', 4)).then(used('first set', 4));
  });
  it('stops working when its set is replaced', () => {
    given(appAdded, issued).when(useCode('first set', 3)).thenRefused('invalid_request');
    given(appAdded, used('first set', 3), issued)
      .when(useCode('second set', 3))
      .then(used('second set', 3));
  });
  it('stops working when the last factor is removed', () => {
    given(appAdded, removed('app')).when(useCode('first set', 3)).thenRefused('invalid_request');
    given(appAdded, passkeyAdded(), removed('app'))
      .when(useCode('first set', 3))
      .then(used('first set', 3));
  });
  it('is issued only if there is a factor', () => {
    given(appAdded).when(issue).then(issued);
    given().when(issue).thenRefused('wrong_status');
  });
  it('is issued in a set of ten', () => {
    expect(codesLeft()).toBe(0);
    expect(codesLeft(appAdded)).toBe(10);
    expect(codesLeft(appAdded, used('first set', 0), used('first set', 9))).toBe(8);
    expect(codesLeft(appAdded, used('first set', 0), issued)).toBe(10);
    expect(codesLeft(appAdded, removed('app'))).toBe(0);
  });
});

describe('the secrets to remove', () => {
  const retired = (...events: SecondFactorEvent[]) => foldAll(secondFactor, events).retiredIds;

  it('are those of removed factors, replaced codes, and a reset', () => {
    expect(retired(appAdded, passkeyAdded())).toEqual([]);
    expect(retired(appAdded, passkeyAdded(), removed('app'))).toEqual(['app']);
    expect(retired(appAdded, removed('app'))).toEqual(['app', 'first set']);
    expect(retired(appAdded, issued)).toEqual(['first set']);
    expect(retired(appAdded, issued, wasReset)).toEqual(['first set', 'app', 'second set']);
  });
  it('never include one that is still valid', () => {
    const history = [appAdded, wasReset, passkeyAdded('key', 'third set')];
    expect(countingIds(foldAll(secondFactor, history))).toEqual(['key', 'third set']);
    expect(retired(...history)).toEqual(['app', 'first set']);
  });
});

describe('a reset by an operator', () => {
  it('removes factors and recovery codes', () => {
    given(appAdded).when(reset).then(wasReset);
    given(appAdded, wasReset).when(useCode('first set', 3)).thenRefused('invalid_request');
    given(appAdded, wasReset).when(addApp()).then(appAdded);
  });
  it('records nothing without factors', () => given().when(reset).thenNothing());
});
