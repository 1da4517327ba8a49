/** Whether a process can use the policy in the log. Provided by the slice that owns policies. */
export type PolicyCheck = Readonly<{
  /** Why this process cannot use the version in force; null if it can. */
  problem: string | null;
  /** Why this process cannot use a scheduled version; null if it can. */
  scheduledProblem: string | null;
}>;

export const POLICY_CHECK = Symbol('policy check');
