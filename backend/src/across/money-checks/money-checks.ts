import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { CheckedFinding, Finding, MoneyCheckEvent } from './money-check.events.js';

type Acknowledgement = Extract<MoneyCheckEvent, { type: 'MoneyFindingAcknowledged' }>['data'];
/** Why a finding is not a problem, and the user who says so. */
export type Explanation = Pick<Acknowledgement, 'reason' | 'acknowledgedBy'>;
type Waiting = Extract<MoneyCheckEvent, { type: 'MoneyChecked' }>['data']['waiting'];

/** The nightly money checks. Null means never. */
export type MoneyChecks = Readonly<{
  /** The findings of the last check. */
  open: readonly CheckedFinding[];
  /** The ids of those that admins know. Earlier releases did not alert them to new findings. */
  known: readonly string[];
  /** The explanations by finding id. */
  acknowledged: Readonly<Record<string, Explanation>>;
  /** The last complete passes over Stripe's events, oldest first, at most `PASSES`. */
  readAt: readonly string[];
  /** When the last check started. */
  checkedAt: string | null;
  /** The instant from which the next check compares Stripe. */
  since: string | null;
}>;

export type MoneyCheckCommand =
  | Message<
      'RecordEventsRead',
      Readonly<{ since: string | null; hasStripe: boolean; readAt: string }>
    >
  | Message<
      'RecordCheck',
      Readonly<{
        since: string;
        findings: readonly CheckedFinding[];
        waiting: Waiting;
        checkedAt: string;
      }>
    >
  | Message<
      'AcknowledgeFinding',
      Pick<Acknowledgement, 'findingId' | 'reason' | 'acknowledgedBy' | 'acknowledgedAt'> &
        Readonly<{
          /** Null for a finding of the last check, which the state has. */ finding: Finding | null;
        }>
    >;

export const ALL_CHECKS = 'all';
/** How many passes read each event, in case its jobs fail permanently or are lost. */
const PASSES = 4;
/** Events may appear late in Stripe's list. */
const LATE_EVENTS_MS = DAY_MS;
/** Changes may appear late in Stripe's lists. */
const COMPARED_AGAIN_MS = 7 * DAY_MS;
/** Limit the size of the event. The command line shows all findings. */
const MAX_LISTED = 500;
const MAX_WAITING = 50;

/** The findings that have not been acknowledged yet. */
export const openFindings = <F extends Finding>(
  findings: readonly F[],
  { acknowledged }: Pick<MoneyChecks, 'acknowledged'>,
): F[] => findings.filter(({ findingId }) => !(findingId in acknowledged));

const before = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) - ms).toISOString();

/**
 * The start of the next pass over Stripe's events. It counts passes and not days, because one pass
 * may be all that follows an outage. Null means all events that Stripe still lists.
 */
export const eventsSince = ({ readAt }: Pick<MoneyChecks, 'readAt'>): string | null =>
  readAt.length < PASSES ? null : before(readAt[0]!, LATE_EVENTS_MS);

/** The nightly money checks, and the findings that an admin or operator has explained. */
export const moneyChecks: Decider<MoneyChecks, MoneyCheckCommand, MoneyCheckEvent> = {
  category: 'moneyChecks',
  initial: { open: [], known: [], acknowledged: {}, readAt: [], checkedAt: null, since: null },

  decide({ type, data }, state) {
    if (type === 'RecordEventsRead') return [{ type: 'StripeEventsRead', data }];
    if (type === 'AcknowledgeFinding') {
      const { finding: knownFinding, findingId, ...acknowledgement } = data;
      if (findingId in state.acknowledged) return [];
      const openFinding = state.open.find((other) => other.findingId === findingId);
      const finding = knownFinding ?? openFinding;
      if (!finding) throw notFound('finding');
      if (openFinding?.canAcknowledge === false)
        throw new DomainError(
          'forbidden',
          'You can acknowledge only money problems. Ask an operator to look at this one.',
        );
      const { source, subject, text } = finding;
      return [
        {
          type: 'MoneyFindingAcknowledged',
          data: { findingId, source, subject, text, ...acknowledgement },
        },
      ];
    }
    const { since, findings, waiting, checkedAt } = data;
    // A check that started earlier but finished later is out of date.
    if (state.checkedAt !== null && checkedAt < state.checkedAt) return [];
    const open = findings.filter(
      (finding) => !finding.canAcknowledge || openFindings([finding], state).length > 0,
    );
    // Those that can be acknowledged come first, so that the limit hides none of them.
    const listed = open
      .toSorted((one, other) => Number(other.canAcknowledge) - Number(one.canAcknowledge))
      .slice(0, MAX_LISTED);
    const known = new Set(state.known);
    const countOf = (source: Finding['source']) =>
      open.filter((finding) => finding.source === source).length;
    return [
      {
        type: 'MoneyChecked',
        data: {
          since,
          violationCount: countOf('verify'),
          differenceCount: countOf('reconcile'),
          acknowledgedCount: findings.length - open.length,
          waitingCount: waiting.length,
          newCount: listed.filter(({ findingId }) => !known.has(findingId)).length,
          findings: listed,
          waiting: waiting.slice(0, MAX_WAITING),
          checkedAt,
        },
      },
    ];
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'StripeEventsRead':
        return data.hasStripe
          ? { ...state, readAt: [...state.readAt, data.readAt].slice(-PASSES) }
          : state;
      case 'MoneyChecked': {
        // An unexplained difference must stay in the comparison, no matter how old it is.
        const since =
          data.differenceCount > 0 ? data.since : before(data.checkedAt, COMPARED_AGAIN_MS);
        // Checks of earlier releases alerted no one.
        const listed = data.findings.map(({ findingId }) => findingId);
        const known =
          data.newCount === undefined ? listed.filter((id) => state.known.includes(id)) : listed;
        return { ...state, open: data.findings, known, checkedAt: data.checkedAt, since };
      }
      case 'MoneyFindingAcknowledged':
        return {
          ...state,
          acknowledged: {
            ...state.acknowledged,
            [data.findingId]: { reason: data.reason, acknowledgedBy: data.acknowledgedBy },
          },
        };
    }
  },
};
