import { Failure } from './cli.js';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

/**
 * Returns a `Failure` that says why a command cannot use a file. Returns other errors unchanged.
 */
export const fileFailure = (action: 'read' | 'write', file: string, error: unknown): unknown => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return new Failure(`Cannot ${action} ${file}: ${reasons[code] ?? code}.`);
};
