import { CliError } from './cli-error.mjs';

type Explanation = readonly [reason: string, advice: string];

const fileInTheWay: Explanation = ['a file exists where a folder is needed', 'Move the file'];
const noPermission: Explanation = ['this user cannot write to it', 'Grant write permission'];

const explanations: Record<string, Explanation> = {
  ENOTDIR: fileInTheWay,
  EEXIST: fileInTheWay,
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: ['its disk is read-only', 'Make the disk writable'],
  ENOSPC: ['its disk is full', 'Free some space'],
};

/**
 * Runs file operations on a data folder, and converts system errors to readable ones.
 * @throws {CliError} with the path and a remedy
 */
export function withReadableErrors<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (error instanceof CliError || code === undefined) throw error;
    const [reason, advice] = explanations[code] ?? [message, 'Fix the problem'];
    throw new CliError(
      `The data folder ${folder} cannot be used: ${reason} (${code}, ${path ?? folder}). ${advice}, or choose another folder with --data.`,
    );
  }
}
