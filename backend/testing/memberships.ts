import type {
  EliteSubscription,
  EliteUser,
  Membership,
  MembershipIntent,
} from '@courtly/contracts/membership';
import type Stripe from 'stripe';
import { membership } from '../src/people/membership/membership.js';
import { currentConsent } from '../src/people/membership/renewal-consent.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { ProcessRunner } from '../src/platform/processes/runner.js';
import type { Member } from './courtly.js';
import { startMailbox } from './mailbox.js';
import { startPaidCourtly } from './paid-courtly.js';
import { eventually } from './stores.js';

export const consentToRenewals = {
  renewalConsent: true,
  consentVersion: currentConsent.version,
};

/**
 * Starts a paid Courtly with a mailbox whose players can become members. `changes` override policy
 * values.
 */
export const startMemberships = async (
  environment: Record<string, string> = {},
  changes: Parameters<typeof startPaidCourtly>[1] = {},
) => {
  const mailbox = await startMailbox();
  const mail = { MAIL_URL: mailbox.url, PUBLIC_URL: 'http://courtly.example' };
  const paidCourtly = await startPaidCourtly({ ...mail, ...environment }, changes);
  const { courtly, stripe } = paidCourtly;
  const streams = () => courtly.app.get(Streams, { strict: false });

  const membershipOf = async ({ agent }: Member) =>
    (await agent.get('/api/membership').expect(200)).body as Membership;
  const loadMembership = async ({ user }: Member) => (await streams().load(membership, user.id))!;
  const eventsOf = ({ user }: Member) => streams().events(`membership-${user.id}`);
  const typesOf = async (member: Member) => (await eventsOf(member)).map(({ type }) => type);
  const sweep = () => courtly.app.get(ProcessRunner, { strict: false }).sweep();
  /** Waits until the membership has a state or tier. */
  const becomes = (member: Member, state: Membership['state'] | Membership['tier']) =>
    eventually(`the membership is ${state}`, async () => {
      const current = await membershipOf(member);
      return (current.state === state || current.tier === state) && current;
    });
  const mailArrives = (member: Member, subject: string) =>
    eventually(`the email "${subject}" arrives`, async () =>
      mailbox.to(member.email).find((email) => email.subject!.includes(subject)),
    );

  const beginPurchase = async ({ agent }: Member, body: object = {}) =>
    (await agent.post('/api/create-payment-intent').send(body).expect(200))
      .body as MembershipIntent;
  const createElite = ({ agent }: Member, paymentIntentId: string, more: object = {}) =>
    agent.post('/api/auth/create-elite-user').send({ paymentIntentId, ...more });
  const joinAsFounder = async () => {
    const member = await courtly.player();
    const { clientSecret, paymentIntentId: intentId } = await beginPurchase(member);
    await paidCourtly.confirm(clientSecret);
    const { founderNumber } = (await createElite(member, intentId).expect(200)).body as EliteUser;
    return { ...member, intentId, number: founderNumber };
  };
  const subscribe = async ({ agent }: Member) =>
    (await agent.post('/api/membership/subscription').send(consentToRenewals).expect(200))
      .body as EliteSubscription;
  const joinMonthly = async () => {
    const member = await courtly.player();
    const { clientSecret, subscriptionId } = await subscribe(member);
    await paidCourtly.confirm(clientSecret);
    await becomes(member, 'active');
    return { ...member, subscriptionId, intentId: clientSecret.split('_secret_')[0]! };
  };
  /** Replaces the card of a subscription with one that is declined. */
  const failRenewals = async (member: Member & Readonly<{ subscriptionId: string }>) => {
    const { customerId: customer } = await loadMembership(member);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer!,
    });
    await stripe.subscriptions.update(member.subscriptionId, { default_payment_method: bad.id });
  };
  const dispute = async (intentId: string, settings: object = {}) => {
    const { latest_charge: chargeId } = await stripe.paymentIntents.retrieve(intentId);
    const path = `/charges/${chargeId as string}/dispute`;
    return (await paidCourtly.control('POST', path, settings)) as Stripe.Dispute;
  };

  const readings = { membershipOf, loadMembership, eventsOf, typesOf, becomes, mailArrives };
  const joining = { beginPurchase, createElite, joinAsFounder, subscribe, joinMonthly };
  const actions = { sweep, failRenewals, dispute };
  const stop = async () => {
    await paidCourtly.stop();
    await mailbox.stop();
  };
  return { paidCourtly, courtly, stripe, mailbox, ...readings, ...joining, ...actions, stop };
};

export type Memberships = Awaited<ReturnType<typeof startMemberships>>;
