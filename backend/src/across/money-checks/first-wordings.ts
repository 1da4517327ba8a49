/**
 * The texts of findings that were reworded, and their first wordings, with references to groups of
 * the pattern. The ids of findings, and thus acknowledgements, depend on the first wording.
 */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/^(Stripe has \w+ \S+, which is \w+), but the log does not$/, '$1, and the log does not'],
  [/^(the log has \w+ \S+, which is \w+), but Stripe does not$/, '$1, and Stripe does not'],
  [
    /^((?:payment|invoice|subscription) \S+|\w+ \S+ of payment \S+) (is|has) (.+) in the log, but (.+) at Stripe$/,
    '$1 $2 $3 in the log, and $4 at Stripe',
  ],
  [/, for a user without an account$/, ', of someone without an account'],
  [/^(balance transaction \S+ \(\w+) without a source\)/, '$1 of nothing)'],
  [
    /the shares of a refund do not add up to its amount$/,
    'the shares of a refund do not add up to it',
  ],
  [/no other booking repays its debt$/, 'its debt is repaid by no other booking'],
  [
    /its cancellation records the approval (\S+), not (\S+)$/,
    'its cancellation has the approval $1, not $2',
  ],
  [/no policy has (a founding year for \S+|a subscription for \S+ a month)$/, '$1 is in no policy'],
  [/(its access ends at \S+), but the year ends at (\S+)$/, '$1, but the year at $2'],
  [
    /its cancellation for nonpayment has been due/,
    'its cancellation, because it is not paid has been due',
  ],
  [/(a refund of .+) of a wrong charge has been due/, '$1 that was charged wrongly has been due'],
  [/((?:claims|releases) a name that .+) has$/, '$1 holds'],
  [/ is erased, but still has /, ' is erased but holds '],
  [/ is live although its hour is closed$/, ' is live while its hour is closed'],
  [
    / is a member because of (\S+), which Courtly never requested$/,
    ' is a member by $1, which they were never asked to pay',
  ],
  [/(more of \S+ was reversed than) paid$/, '$1 was paid'],
];

/** The first wording of a finding's text. */
export const firstWording = (text: string): string =>
  rewordings.reduce(
    (earlierText, [pattern, wording]) => earlierText.replace(pattern, wording),
    text,
  );
