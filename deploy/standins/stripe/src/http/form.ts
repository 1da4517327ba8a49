/** What a form says: text, or a group of named parts. A list is a group named 0, 1, 2, … */
export type Param = string | { [name: string]: Param };

const MAX_DEPTH = 8;

/** `a[b][0]` as a, b, 0; undefined when the brackets do not pair. */
function pathOf(name: string): string[] | undefined {
  const open = name.indexOf('[');
  if (open < 0) return [name];
  const rest = name.slice(open);
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) return undefined;
  return [name.slice(0, open), ...rest.slice(1, -1).split('][')];
}

const group = (): { [name: string]: Param } => Object.create(null);

/**
 * Reads a form-encoded body or query as Stripe does: `a[b]=c` nests, `a[0]=x` and `a[]=x` make lists. An empty text stays,
 * since it unsets a field. Throws a SyntaxError for names that nest badly.
 */
export function parseForm(text: string): { [name: string]: Param } {
  const form = group();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (!path || path.length > MAX_DEPTH) throw new SyntaxError(`Invalid parameter name: ${name}`);
    let at = form;
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(at).length) : part;
      if (depth === path.length - 1) {
        at[key] = value;
        continue;
      }
      const next = (at[key] ??= group());
      if (typeof next === 'string') throw new SyntaxError(`Invalid parameter name: ${name}`);
      at = next;
    }
  }
  return form;
}
