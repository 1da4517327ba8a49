import { CommandError, notSupported } from './errors.js';

const SUPPORTED_OPTIONS = new Set(['i', 'm', 's']);
const SAME_ESCAPES = /[dDwWsSbBnrtf]/;
const SYNTAX_CHARACTERS = /[\^$\\.*+?()[\]{}|/]/;
const PATTERN_TOKENS = /\\[\s\S]|\[(?:\\[\s\S]|[^\\\][])*[\][]|\(\?.?|[\s\S]/gu;

/**
 * Translates `\x`: PCRE accepts any escaped punctuation, but JavaScript does not. Letters are
 * accepted only if both agree.
 */
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
 * Translates the PCRE pattern of a filter to an equivalent JavaScript expression. Constructs that
 * differ are refused, and only the options i, m, and s are supported. Throws code 51091 for an
 * invalid pattern, like mongod.
 */
export function compileRegExp(sourcePattern: string, regexOptions = ''): RegExp {
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
