import { mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { dataNames } from './folder-format.ts';
import type { Report } from './progress.mjs';
import { parseJson } from './readiness.ts';

const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;
/** The number of the error level in pino's logs. */
const ERROR_LEVEL = 50;

/**
 * Appends the structured log of a process to `logs/<name>.log` in the data folder. Reports only
 * errors and lines that are not structured.
 */
export function createLogFile(
  folder: string,
  processName: string,
  report: Report,
): (line: string) => void {
  const logFolder = join(folder, dataNames.logs);
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  const logPath = join(logFolder, `${processName}.log`);
  const isLarge = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_ABOVE_BYTES;
  if (isLarge) renameSync(logPath, `${logPath}.old`);
  const logFile = openSync(logPath, 'a', 0o600);
  return (line) => {
    writeSync(logFile, `${line}\n`);
    const entry = parseJson(line);
    if (!entry) report(`${processName}: ${line}`);
    else if (Number(entry.level) >= ERROR_LEVEL) report(`${processName}: ${errorText(entry)}`);
  };
}

/** The message of a log entry or, if it has none, its other fields. */
function errorText({ level, time, roles, context, msg, err, ...fields }: Record<string, unknown>) {
  const cause = (err as { message?: string } | undefined)?.message;
  const text =
    msg ??
    Object.entries(fields)
      .map(([field, value]) => `${field} ${value}`)
      .join(', ');
  return cause && cause !== text ? `${text} (${cause})` : String(text);
}
