import { stripVTControlCharacters } from 'node:util';

/**
 * A line for a test that failed.
 * @param {string} file
 * @param {string} name
 * @param {string} message of which the first line is shown, without colors
 */
export function failure(file, name, message) {
  const [why = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${file} › ${name}: ${why}`;
}
