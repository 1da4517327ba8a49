export const ADMINS_READ = 'Only admins see this. It stays in the audit log.';
