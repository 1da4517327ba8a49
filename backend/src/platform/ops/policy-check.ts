/** Whether a process can use the policy of the log. Provided by the slice that owns policies. */
export type PolicyCheck = Readonly<{
  /** Why this process does not decide under the version in force, or null. */
  problem: string | null;
  /** Why this process will not decide under a version that is scheduled, or null. */
  scheduledProblem: string | null;
}>;

export const POLICY_CHECK = Symbol('policy check');
