/** A form parameter: text, or a group of named parameters. A list is a group named 0, 1, 2, … */
export type FormParameter = string | { [name: string]: FormParameter };

const MAX_NESTING_DEPTH = 8;

/** Splits `a[b][0]` into a, b, 0; undefined if the brackets do not match. */
function parseParameterName(parameterName: string): string[] | undefined {
  const bracketStart = parameterName.indexOf('[');
  if (bracketStart < 0) return [parameterName];
  const bracketText = parameterName.slice(bracketStart);
  if (bracketStart === 0 || !/^(\[[^[\]]*\])+$/.test(bracketText)) return undefined;
  return [parameterName.slice(0, bracketStart), ...bracketText.slice(1, -1).split('][')];
}

const createGroup = (): { [name: string]: FormParameter } => Object.create(null);

/**
 * Parses a form-encoded body or query like Stripe: `a[b]=c` nests, `a[0]=x` and `a[]=x` make lists.
 * Empty text is kept, because it unsets a field. Throws a SyntaxError for invalid nesting.
 */
export function parseForm(formText: string): { [parameterName: string]: FormParameter } {
  const formParameters = createGroup();
  for (const [parameterName, parameterValue] of new URLSearchParams(formText)) {
    const namePath = parseParameterName(parameterName);
    if (!namePath || namePath.length > MAX_NESTING_DEPTH)
      throw new SyntaxError(`Invalid parameter name: ${parameterName}`);
    let currentGroup = formParameters;
    for (const [partDepth, namePart] of namePath.entries()) {
      const groupKey = namePart === '' ? String(Object.keys(currentGroup).length) : namePart;
      if (partDepth === namePath.length - 1) {
        currentGroup[groupKey] = parameterValue;
        continue;
      }
      const nestedGroup = (currentGroup[groupKey] ??= createGroup());
      if (typeof nestedGroup === 'string')
        throw new SyntaxError(`Invalid parameter name: ${parameterName}`);
      currentGroup = nestedGroup;
    }
  }
  return formParameters;
}
