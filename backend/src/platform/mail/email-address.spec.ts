import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { emailAddress } from './email-address.js';

const given = specification(emailAddress);
const addressHash = 'hash of ann';
const refusal = { addressHash, refusedAt: '2027-03-10T12:00:00.000Z' };
const bounce = { addressHash, code: '550 5.1.1', bouncedAt: '2027-03-10T12:00:00.000Z' };
const reinstatement = { addressHash, reinstatedAt: '2027-03-11T12:00:00.000Z' };
const refused = { type: 'EmailsRefused', data: refusal } as const;
const bounced = { type: 'EmailBounced', data: bounce } as const;
const reinstated = { type: 'EmailReinstated', data: reinstatement } as const;

describe('an email address', () => {
  it('is refused once', () => {
    given().when({ type: 'RefuseEmails', data: refusal }).then(refused);
    given(refused).when({ type: 'RefuseEmails', data: refusal }).thenNothing();
  });

  it('bounces once until it is reinstated', () => {
    given().when({ type: 'RecordBounce', data: bounce }).then(bounced);
    given(bounced).when({ type: 'RecordBounce', data: bounce }).thenNothing();
    given(bounced, reinstated).when({ type: 'RecordBounce', data: bounce }).then(bounced);
  });

  it('is reinstated only after a bounce', () => {
    given(bounced).when({ type: 'ReinstateEmail', data: reinstatement }).then(reinstated);
    given().when({ type: 'ReinstateEmail', data: reinstatement }).thenNothing();
  });

  it('is emailed again once an operator ends the refusal', () => {
    const data = { addressHash, reference: 'file 12', endedAt: '2027-03-11T12:00:00.000Z' };
    const ended = { type: 'EmailRefusalEnded', data } as const;
    given(refused).when({ type: 'EndRefusal', data }).then(ended);
    given().when({ type: 'EndRefusal', data }).thenNothing();
    given(refused, ended).when({ type: 'EndRefusal', data }).thenNothing();
    given(refused, ended).when({ type: 'RefuseEmails', data: refusal }).then(refused);
  });

  it('stays refused after a reinstatement', () =>
    given(refused, bounced, reinstated)
      .when({ type: 'RefuseEmails', data: refusal })
      .thenNothing());
});
