export const ADMIN_ONLY_HINT = 'Only admins see this. It stays in the audit log.';

/** The hint for where a written request is filed. */
export const REFERENCE_HINT =
  "For example, a ticket number. This is kept forever, so don't enter a name.";

export const RULING_HINT = 'Everyone in the match will read this.';
