import { BSONRegExp } from 'bson';
import { CommandError, notSupported } from './errors.js';

const SUPPORTED_OPTIONS = new Set(['i', 'm', 's']);
const SAME_ESCAPES = /[dDwWsSbBnrtf]/;
const SYNTAX_CHARACTERS = /[\^$\\.*+?()[\]{}|/]/;
const PATTERN_TOKENS = /\\[\s\S]|\[(?:\\[\s\S]|[^\\\][])*[\][]|\(\?.?|[\s\S]/gu;

/** `\x` for punctuation, which PCRE takes literally and JavaScript refuses; letters only where both agree. */
function translateEscape(patternToken: string, insideClass: boolean): string {
  const character = patternToken.slice(1);
  if (
    SAME_ESCAPES.test(character) ||
    SYNTAX_CHARACTERS.test(character) ||
    (insideClass && character === '-')
  )
    return patternToken;
  if (/[\p{L}\p{N}]/u.test(character))
    throw notSupported(`the regular expression escape '${patternToken}'`);
  return character;
}

function translateClass(patternToken: string): string {
  if (
    /^\[\^?\]/.test(patternToken) ||
    patternToken.includes('[:') ||
    patternToken.slice(1).includes('[')
  ) {
    throw notSupported(`the regular expression class '${patternToken}'`);
  }
  return patternToken.replace(/\\[\s\S]/gu, (escapeToken) => translateEscape(escapeToken, true));
}

function translateToken(patternToken: string, regexOptions: string): string {
  if (patternToken.startsWith('\\')) return translateEscape(patternToken, false);
  if (patternToken.startsWith('[') && patternToken.length > 1) return translateClass(patternToken);
  if (patternToken.startsWith('(?') && !/[:=!]/.test(patternToken))
    throw notSupported(`the regular expression group '${patternToken}'`);
  if (patternToken === '$' && !regexOptions.includes('m')) return '(?=\\n?$)';
  if (patternToken === '.' && !regexOptions.includes('s')) return '[^\\n]';
  return patternToken;
}

/**
 * The PCRE pattern of a filter as a JavaScript expression of the same meaning; constructs that differ are refused.
 * Only the options i, m and s are known. An unreadable pattern is code 51091, as in mongod.
 */
export function compileRegExp(filterPattern: string | BSONRegExp, optionText?: string): RegExp {
  const sourcePattern = typeof filterPattern === 'string' ? filterPattern : filterPattern.pattern;
  const regexOptions =
    optionText ?? (typeof filterPattern === 'string' ? '' : filterPattern.options);
  for (const regexOption of regexOptions)
    if (!SUPPORTED_OPTIONS.has(regexOption))
      throw notSupported(`the regular expression option '${regexOption}'`);
  const translated = sourcePattern.replace(PATTERN_TOKENS, (patternToken) =>
    translateToken(patternToken, regexOptions),
  );
  try {
    return new RegExp(translated, `u${regexOptions}`);
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}
