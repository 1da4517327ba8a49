import { BSONRegExp } from 'bson';
import { CommandError, notSupported } from './errors.js';

const OPTIONS = new Set(['i', 'm', 's']);
const SAME_ESCAPES = /[dDwWsSbBnrtf]/;
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const TOKEN = /\\[\s\S]|\[(?:\\[\s\S]|[^\\\][])*[\][]|\(\?.?|[\s\S]/gu;

/** `\x` for punctuation, which PCRE takes literally and JavaScript refuses; letters only where both agree. */
function escape(token: string, inClass: boolean): string {
  const character = token.slice(1);
  if (SAME_ESCAPES.test(character) || SYNTAX.test(character) || (inClass && character === '-'))
    return token;
  if (/[\p{L}\p{N}]/u.test(character))
    throw notSupported(`the regular expression escape '${token}'`);
  return character;
}

function characterClass(token: string): string {
  if (/^\[\^?\]/.test(token) || token.includes('[:') || token.slice(1).includes('[')) {
    throw notSupported(`the regular expression class '${token}'`);
  }
  return token.replace(/\\[\s\S]/gu, (escaped) => escape(escaped, true));
}

function translate(token: string, options: string): string {
  if (token.startsWith('\\')) return escape(token, false);
  if (token.startsWith('[') && token.length > 1) return characterClass(token);
  if (token.startsWith('(?') && !/[:=!]/.test(token))
    throw notSupported(`the regular expression group '${token}'`);
  if (token === '$' && !options.includes('m')) return '(?=\\n?$)';
  if (token === '.' && !options.includes('s')) return '[^\\n]';
  return token;
}

/**
 * The PCRE pattern of a filter as a JavaScript expression of the same meaning; constructs that differ are refused.
 * Only the options i, m and s are known. An unreadable pattern is code 51091, as in mongod.
 */
export function compileRegExp(pattern: string | BSONRegExp, given?: string): RegExp {
  const source = typeof pattern === 'string' ? pattern : pattern.pattern;
  const options = given ?? (typeof pattern === 'string' ? '' : pattern.options);
  for (const option of options)
    if (!OPTIONS.has(option)) throw notSupported(`the regular expression option '${option}'`);
  const translated = source.replace(TOKEN, (token) => translate(token, options));
  try {
    return new RegExp(translated, `u${options}`);
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}
