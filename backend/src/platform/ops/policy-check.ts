/** Whether a process can use the policy in the log. Provided by the slice that owns policies. */
export type PolicyCheck = Readonly<{
  /** Why this process knows no policy that it can show, and must not serve; null if it does. */
  problem: string | null;
  /**
   * Why this process cannot use a scheduled version, or decides nothing because only a newer release
   * can use the version in force; null if it uses all versions.
   */
  warning: string | null;
}>;

export const POLICY_CHECK = Symbol('policy check');
