/** Which roles a person holds now. The slice that knows people provides it. */
export type CallerRoles = Readonly<{ of(userId: string): Promise<readonly string[]> }>;

/** Where it is found in Nest's container. */
export const CALLER_ROLES = Symbol('caller roles');
