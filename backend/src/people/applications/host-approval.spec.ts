import { expect, it } from '@jest/globals';
import { hostApprovalAfter } from './host-approval.js';

type HostApplication = Parameters<typeof hostApprovalAfter>[0][number];
const LINK_EXPIRES_AT = '2027-04-12T17:00:00.000Z';
const pending: HostApplication = {
  status: 'pending',
  erasure: 'none',
  isClaimed: false,
  appliedAt: '2027-03-13T17:00:00.000Z',
  answerBy: '2027-03-15T17:00:00.000Z',
  email: 'hana@example.test',
  linkExpiresAt: null,
  review: null,
  userId: null,
  submittedBy: 'hana',
};
const approved = { ...pending, status: 'approved', linkExpiresAt: LINK_EXPIRES_AT } as const;
const rejected = { ...pending, status: 'rejected', review: { reason: 'No court.' } } as const;
const approvalAfter = (...applications: HostApplication[]) =>
  hostApprovalAfter(applications, 'hana');

it('shows the state of the application that decides the next step', () => {
  expect(approvalAfter()).toEqual({ state: 'missing' });
  expect(approvalAfter(pending)).toEqual({ state: 'pending', answerBy: pending.answerBy });
  expect(approvalAfter(rejected)).toEqual({ state: 'rejected', reason: 'No court.' });
  const link = { email: 'hana@example.test', linkExpiresAt: LINK_EXPIRES_AT };
  expect(approvalAfter(rejected, approved)).toEqual({ state: 'approved', ...link });
  expect(approvalAfter(rejected, pending).state).toBe('pending');
});

it('shows the newest of the applications that are pending or approved', () => {
  const later = '2027-05-01T17:00:00.000Z';
  expect(approvalAfter(approved, { ...pending, appliedAt: later }).state).toBe('pending');
  expect(approvalAfter(pending, { ...approved, appliedAt: later }).state).toBe('approved');
  expect(approvalAfter(approved, { ...rejected, appliedAt: later }).state).toBe('approved');
});

it('lets no one else replace an approved application with a new one', () => {
  const later = { ...pending, appliedAt: '2027-05-01T17:00:00.000Z' };
  for (const submittedBy of [null, 'mallory'])
    expect(approvalAfter(approved, { ...later, submittedBy }).state).toBe('approved');
  expect(approvalAfter(rejected, { ...later, submittedBy: null }).state).toBe('pending');
});

it('ignores withdrawn, erased, and claimed applications, and shows the latest rejection', () => {
  const later = { ...rejected, appliedAt: '2027-05-01T17:00:00.000Z', review: { reason: 'Mud.' } };
  expect(approvalAfter(rejected, later)).toEqual({ state: 'rejected', reason: 'Mud.' });
  for (const application of [
    { ...pending, status: 'withdrawn' },
    { ...approved, isClaimed: true },
    { ...rejected, erasure: 'requested' },
  ] as const)
    expect(approvalAfter(application)).toEqual({ state: 'missing' });
});
