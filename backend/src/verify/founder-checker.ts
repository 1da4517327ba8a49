import { formatCents } from '@courtly/contracts/amount';
import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { FounderEvent } from '../people/membership/founders.events.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { type Check, problemList } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

/**
 * The limit for founding members, regardless of the policy (domain rules, G1). Founders who return
 * after a reversal may exceed it.
 */
const MAX_FOUNDERS = 100;

/**
 * Checks that founding numbers from 1 to 100 and founders match one to one, and that each has paid
 * with their own intent or subscription. Shares no code with the deciders.
 */
export const founderChecker = (spillDatabase: DatabaseSync): Check => {
  const founderByNumber = new SpilledMap<string>(spillDatabase, 'founders by number');
  const numberByFounder = new SpilledMap<number>(spillDatabase, 'numbers of founders');
  /**
   * The cents of each intent, by user and intent id. Null for a subscription, which charges
   * monthly.
   */
  const requestedPayments = new SpilledMap<{ amountCents: number | null }>(
    spillDatabase,
    'membership payments',
  );
  const freedNumbers = new SpilledMap<number>(spillDatabase, 'freed founding numbers');
  const formerFounders = new SpilledMap<true>(spillDatabase, 'former founders');
  const keptCents = new SpilledMap<number>(spillDatabase, 'kept membership cents');
  const usedPayments = new SpilledMap<true>(spillDatabase, 'used membership payments');

  const checkSeat = ({ type, data }: FounderEvent): string[] => {
    const { number, userId } = data;
    const currentFounder = founderByNumber.get(String(number));
    if (type === 'FounderSeatReleased' && freedNumbers.get(userId) === number) {
      founderByNumber.delete(String(number));
      numberByFounder.delete(userId);
      freedNumbers.delete(userId);
      return [];
    }
    if (type !== 'FounderSeatTaken')
      return problemList(
        currentFounder !== undefined &&
          `number ${number} is ${type} although ${currentFounder} has it`,
      );
    const currentNumber = numberByFounder.get(userId);
    if (currentFounder === undefined) founderByNumber.set(String(number), userId);
    numberByFounder.set(userId, number);
    return problemList(
      number > MAX_FOUNDERS &&
        !formerFounders.has(userId) &&
        `number ${number} is beyond ${MAX_FOUNDERS}`,
      currentFounder !== undefined &&
        `number ${number} is taken by ${userId}, but ${currentFounder} has it`,
      currentNumber !== undefined && `${userId} takes number ${number}, but has ${currentNumber}`,
      !requestedPayments.has(`${userId} ${data.intentId}`) &&
        `number ${number} is taken by a payment that was never requested from ${userId}`,
    );
  };

  const checkTerm = ({
    data,
  }: Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>): string[] => {
    const {
      userId,
      plan,
      founderNumber,
      paidBy,
      subscriptionId,
      amountCents,
      from,
      until,
      accessUntil,
    } = data;
    const isFounding = plan === 'founding';
    const requestedPayment = requestedPayments.get(
      `${userId} ${isFounding ? paidBy : subscriptionId}`,
    );
    const isAlreadyUsed = usedPayments.has(paidBy);
    usedPayments.set(paidBy, true);
    keptCents.set(paidBy, amountCents);
    return problemList(
      !requestedPayment &&
        `${userId} is a member because of ${paidBy}, which Courtly never requested`,
      isAlreadyUsed && `${paidBy} is used twice`,
      isFounding &&
        requestedPayment &&
        requestedPayment.amountCents !== amountCents &&
        `${paidBy} is for ${formatCents(amountCents)}, not the requested amount`,
      isFounding &&
        numberByFounder.get(userId) !== founderNumber &&
        `${userId} is founder ${founderNumber} without that seat`,
      (until <= from || accessUntil < until) && `the membership of ${userId} ends before it begins`,
    );
  };

  return (event: RecordedEvent) => {
    const { type } = event;
    if (type.startsWith('FounderSeat')) return checkSeat(event as unknown as FounderEvent);
    const membershipEvent = event as unknown as MembershipEvent;
    switch (membershipEvent.type) {
      case 'EliteIntentCreated':
        requestedPayments.set(`${membershipEvent.data.userId} ${membershipEvent.data.intentId}`, {
          amountCents: membershipEvent.data.amountCents,
        });
        return [];
      case 'EliteSubscriptionCreated':
        requestedPayments.set(
          `${membershipEvent.data.userId} ${membershipEvent.data.subscriptionId}`,
          { amountCents: null },
        );
        return [];
      case 'EliteActivated':
      case 'EliteRenewed':
        return checkTerm(membershipEvent);
      case 'EliteMismatchCharged':
        keptCents.set(membershipEvent.data.paidBy, membershipEvent.data.amountCents);
        return [];
      case 'EliteReversed':
      case 'EliteReversalUndone': {
        const { paidBy, amountCents, kind } = membershipEvent.data;
        // The card was not refunded, so the bank can still take back the whole payment.
        if (kind === 'outside') return [];
        const sign = membershipEvent.type === 'EliteReversed' ? -1 : 1;
        const leftCents = (keptCents.get(paidBy) ?? 0) + sign * amountCents;
        keptCents.set(paidBy, leftCents);
        return problemList(leftCents < 0 && `more of ${paidBy} was reversed than paid`);
      }
      case 'EliteSeatFreed':
        freedNumbers.set(membershipEvent.data.userId, membershipEvent.data.founderNumber);
        formerFounders.set(membershipEvent.data.userId, true);
        return [];
      default:
        return [];
    }
  };
};
