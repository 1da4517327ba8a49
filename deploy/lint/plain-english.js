/**
 * Phrases that native technical writers rarely use. They are errors in comments, test titles, and
 * texts that people read; `docs/glossary.md` has the terms to use instead.
 */
const phrasings = {
  anew: 'again',
  'is told': 'learns, receives, sees',
  tells: 'says, reports, shows',
  whoever: 'anyone who, the person who',
  beside: 'next to, in addition to, besides',
  stands: 'is, appears',
  'somebody, nobody, everybody': 'someone, no one, everyone',
  'of its own': 'its own, separate',
  'goes on': 'continues',
  'at once': 'immediately, at the same time',
  meanwhile: 'in the meantime, while',
  'gives up': 'abandons, stops',
  'so many, so long': 'a number, a duration',
};

const patterns = [
  ['anew', /\banew\b/i],
  ['is told', /\b(is|are|was|were|be) told\b/i],
  ['tells', /\btells\b/i],
  ['whoever', /\bwhoever\b/i],
  ['beside', /\bbeside\b/i],
  ['stands', /\bstands\b/i],
  ['somebody, nobody, everybody', /\b(some|no|every)body\b/i],
  ['of its own', /\bof (its|their|one's|his|her|our) own\b/i],
  ['goes on', /\bgoes on\b/i],
  ['at once', /\bat once\b/i],
  ['meanwhile', /\bmeanwhile\b/i],
  ['gives up', /\bg(ives|ave|iven) up\b/i],
  ['so many, so long', /\bso (many|long)\b/i],
];

/** Forms that product texts must contract, and the typographic apostrophe. */
const uncontracted =
  /’|\bcannot\b|\b(do|does|did|is|are|was|were|has|have|could|would|will) not\b|\b(we|you) (are|will)\b(?= \w)/i;

const testFunctions = new Set(['it', 'test', 'describe']);

/** `it('title')`, `it.only('title')`, and `it.each(table)('title')` all name the same function. */
const calledFunction = (callee) => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledFunction(callee.object);
  if (callee.type === 'CallExpression') return calledFunction(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledFunction(callee.tag);
  return undefined;
};

/** Matches a sentence, and not a key, a class name, or a selector. */
const isSentence = (text) => /^[A-Z]/.test(text) && /[a-z] [a-z]/.test(text);

const plainEnglish = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Write comments, test titles, and product texts in plain English.' },
    schema: [
      {
        type: 'object',
        properties: { texts: { type: 'boolean' }, contractions: { type: 'boolean' } },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ texts: false, contractions: false }],
    messages: {
      phrasing: '"{{found}}" is not plain English. Write for example: {{better}}.',
      contraction: 'Product texts use contractions with straight apostrophes, not "{{found}}".',
    },
  },
  create(context) {
    const { texts, contractions } = context.options[0];
    const check = (node, text) => {
      for (const [name, pattern] of patterns) {
        const found = pattern.exec(text)?.[0];
        const data = { found, better: phrasings[name] };
        if (found) context.report({ loc: node.loc, messageId: 'phrasing', data });
      }
    };
    const checkText = (node, text) => {
      check(node, text);
      const found = contractions && uncontracted.exec(text.replace(/\s+/g, ' '))?.[0];
      if (found) context.report({ loc: node.loc, messageId: 'contraction', data: { found } });
    };
    const templateText = (node) => node.quasis.map(({ value }) => value.cooked).join(' … ');
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          check(comment, comment.value.split(/[\n\s*]+/).join(' '));
      },
      CallExpression({ callee, arguments: [title] }) {
        if (!title || !testFunctions.has(calledFunction(callee))) return;
        if (title.type === 'Literal' && typeof title.value === 'string') check(title, title.value);
        if (title.type === 'TemplateLiteral') check(title, templateText(title));
      },
      ...(texts && {
        JSXText: (node) => checkText(node, node.value),
        Literal(node) {
          if (typeof node.value === 'string' && isSentence(node.value)) checkText(node, node.value);
        },
        TemplateLiteral(node) {
          if (isSentence(node.quasis[0].value.cooked ?? '')) checkText(node, templateText(node));
        },
      }),
    };
  },
};

export default { rules: { 'plain-english': plainEnglish } };
