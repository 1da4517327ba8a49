export const ADMIN_ONLY_HINT = 'Only admins see this. It stays in the audit log.';
