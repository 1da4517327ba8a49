import type { Decider, Message } from '../../platform/kernel/decider.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Finding, MoneyCheckEvent } from './money-check.events.js';

type Acknowledgement = Extract<MoneyCheckEvent, { type: 'MoneyFindingAcknowledged' }>['data'];
type Waiting = Extract<MoneyCheckEvent, { type: 'MoneyChecked' }>['data']['waiting'];

/** `open` are the findings of the last check; `acknowledged` holds ids. */
export type MoneyChecks = Readonly<{
  open: readonly Finding[];
  acknowledged: Readonly<Record<string, true>>;
}>;

export type MoneyCheckCommand =
  | Message<
      'RecordCheck',
      Readonly<{
        since: string;
        findings: readonly Finding[];
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
/** Bounds the event. The command line shows all findings. */
const MAX_LISTED = 50;

/** The findings that are not acknowledged. */
export const openFindings = (
  findings: readonly Finding[],
  { acknowledged }: Pick<MoneyChecks, 'acknowledged'>,
): Finding[] => findings.filter(({ findingId }) => !(findingId in acknowledged));

/** The nightly money checks and the findings that an admin or operator has explained. */
export const moneyChecks: Decider<MoneyChecks, MoneyCheckCommand, MoneyCheckEvent> = {
  category: 'moneyChecks',
  initial: { open: [], acknowledged: {} },

  decide({ type, data }, state) {
    if (type === 'AcknowledgeFinding') {
      const { finding: knownFinding, findingId, ...acknowledgement } = data;
      if (findingId in state.acknowledged) return [];
      const finding = knownFinding ?? state.open.find((other) => other.findingId === findingId);
      if (!finding) throw notFound('finding');
      return [{ type: 'MoneyFindingAcknowledged', data: { ...finding, ...acknowledgement } }];
    }
    const { since, findings, waiting, checkedAt } = data;
    const open = openFindings(findings, state);
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
          findings: open.slice(0, MAX_LISTED),
          waiting: waiting.slice(0, MAX_LISTED),
          checkedAt,
        },
      },
    ];
  },

  evolve(state, { type, data }) {
    return type === 'MoneyChecked'
      ? { ...state, open: data.findings }
      : { ...state, acknowledged: { ...state.acknowledged, [data.findingId]: true } };
  },
};
