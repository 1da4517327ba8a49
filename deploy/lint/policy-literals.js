const units = [
  'minute|hour|day|week|month',
  'photo|player|seat|founder|booking|match|set|game|character|amenit',
].join('|');
const numberWords = 'two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty';

const patterns = [
  /\$\d[\d,.]*/,
  /(?:^|\s\(?)\d+(?:\.\d+)? ?%/,
  /\btop \d+\b/i,
  new RegExp(`(?:^|\\s\\(?)(?!1 )\\d+[ -](?:${units})\\w*`, 'i'),
  new RegExp(`\\b(?:${numberWords}) (?:${units})\\w*`, 'i'),
];

/** Prices, shares, periods, and limits change with the policy or the contract, but texts do not. */
export const policyLiterals = {
  meta: {
    type: 'problem',
    docs: { description: 'Take policy values and limits from the catalog or the contract.' },
    schema: [],
    messages: {
      literal:
        '"{{found}}" repeats a policy value or a limit. Take it from the catalog or from contracts.',
    },
  },
  create(context) {
    const check = (node, rawText) => {
      const text = rawText.replace(/\s+/g, ' ');
      for (const pattern of patterns) {
        const found = pattern.exec(text)?.[0].trim();
        if (found) return context.report({ loc: node.loc, messageId: 'literal', data: { found } });
      }
    };
    return {
      JSXText: (node) => check(node, node.value),
      Literal(node) {
        // A value alone is the label of a choice, or of a style.
        if (typeof node.value === 'string' && / .* /.test(node.value)) check(node, node.value);
      },
      TemplateElement: (node) => check(node, node.value.cooked ?? ''),
    };
  },
};
