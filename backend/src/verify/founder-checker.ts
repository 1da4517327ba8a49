import type { DatabaseSync } from 'node:sqlite';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { FounderEvent } from '../people/membership/founders.events.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

/** The limit of founding members, whatever the policy (domain rules, G1). */
const MOST = 100;

const problems = (...found: readonly (string | false | undefined)[]): string[] =>
  found.filter((one): one is string => Boolean(one));

/**
 * Checks that each founding number from 1 to 100 has one founder and each founder one number, and
 * that every member has paid: by an intent for that user and amount that paid for nothing else, or
 * by their own subscription. Shares no code with the deciders.
 */
export const founderChecker = (spill: DatabaseSync): Check => {
  const founders = new SpilledMap<string>(spill, 'founders by number');
  const numbers = new SpilledMap<number>(spill, 'numbers of founders');
  /**
   * The cents of each intent, by user and intent id; null for a subscription, which charges
   * monthly.
   */
  const asked = new SpilledMap<{ amountCents: number | null }>(spill, 'membership payments');
  const used = new SpilledMap<true>(spill, 'used membership payments');

  const ofSeat = ({ type, data }: FounderEvent): string[] => {
    const { number, userId } = data;
    const founder = founders.get(String(number));
    if (type !== 'FounderSeatTaken')
      return problems(
        founder !== undefined && `number ${number} is ${type} although ${founder} has it`,
      );
    const own = numbers.get(userId);
    if (founder === undefined) founders.set(String(number), userId);
    numbers.set(userId, number);
    return problems(
      number > MOST && `number ${number} is beyond ${MOST}`,
      founder !== undefined && `number ${number} is taken by ${userId}, but ${founder} has it`,
      own !== undefined && `${userId} takes number ${number}, but has ${own}`,
      !asked.has(`${userId} ${data.intentId}`) &&
        `number ${number} is taken by a payment that ${userId} was never asked for`,
    );
  };

  const ofTerm = ({
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
    const payment = asked.get(`${userId} ${isFounding ? paidBy : subscriptionId}`);
    const isUsed = used.has(paidBy);
    used.set(paidBy, true);
    return problems(
      !payment && `${userId} is a member by ${paidBy}, which they were never asked to pay`,
      isUsed && `${paidBy} is used twice`,
      isFounding &&
        payment &&
        payment.amountCents !== amountCents &&
        `${paidBy} is for ${amountCents}, not the requested amount`,
      isFounding &&
        numbers.get(userId) !== founderNumber &&
        `${userId} is founder ${founderNumber} without that seat`,
      (until <= from || accessUntil < until) && `the membership of ${userId} ends before it begins`,
    );
  };

  return (event: RecordedEvent) => {
    const { type } = event;
    if (type.startsWith('FounderSeat')) return ofSeat(event as unknown as FounderEvent);
    const told = event as unknown as MembershipEvent;
    switch (told.type) {
      case 'EliteIntentCreated':
        asked.set(`${told.data.userId} ${told.data.intentId}`, {
          amountCents: told.data.amountCents,
        });
        return [];
      case 'EliteSubscriptionCreated':
        asked.set(`${told.data.userId} ${told.data.subscriptionId}`, { amountCents: null });
        return [];
      case 'EliteActivated':
      case 'EliteRenewed':
        return ofTerm(told);
      default:
        return [];
    }
  };
};
