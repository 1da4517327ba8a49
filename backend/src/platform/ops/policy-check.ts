/** Whether a process can use the policy in the log. Provided by the slice that owns policies. */
export type PolicyCheck = Readonly<{
  /** Why this process cannot use the version in force, and must not serve; null if it can. */
  problem: string | null;
  /**
   * Why this process serves without a scheduled version, or decides nothing because only a newer
   * release can read the policy; null if it uses all versions.
   */
  warning: string | null;
}>;

export const POLICY_CHECK = Symbol('policy check');
