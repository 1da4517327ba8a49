/** Reads a user's current roles. Provided by the slice that owns people. */
export type CallerRoles = Readonly<{ of(userId: string): Promise<readonly string[]> }>;

export const CALLER_ROLES = Symbol('caller roles');
