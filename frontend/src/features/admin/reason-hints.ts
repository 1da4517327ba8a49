/** Who reads why an admin did something, where nobody whom it concerns does. */
export const ADMINS_READ = 'Only admins see this. It stays in the audit log.';
