/** Who reads why an admin did something, where nobody whom it concerns does. */
export const ADMINS_READ = 'Admins alone read this. It stays in the log.';
