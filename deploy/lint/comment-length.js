const MAX_LINES = 2;

const textLines = ({ value }) =>
  value
    .split('\n')
    .map((line) => line.replace(/^[\s*]+/, ''))
    .filter(Boolean);

/** The lines before the first tag, such as `@param`. */
const prose = (comment) => {
  const lines = textLines(comment);
  const firstTag = lines.findIndex((line) => line.startsWith('@'));
  return firstTag < 0 ? lines : lines.slice(0, firstTag);
};

/** Groups `//` comments that are on consecutive lines without code. */
const lineCommentRuns = (sourceCode) => {
  const runs = [];
  for (const comment of sourceCode.getAllComments()) {
    const { line, column } = comment.loc.start;
    const isAlone = sourceCode.lines[line - 1].slice(0, column).trim() === '';
    if (comment.type !== 'Line' || !isAlone) continue;
    const lastRun = runs.at(-1);
    if (lastRun?.at(-1).loc.end.line === line - 1) lastRun.push(comment);
    else runs.push([comment]);
  }
  return runs;
};

export const commentLength = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Limit comments to two lines, not counting tags.' },
    schema: [
      {
        type: 'object',
        properties: { longDocstrings: { type: 'boolean' } },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ longDocstrings: false }],
    messages: {
      long: 'Shorten the comment to its reason, in two lines, or document each field next to the field.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const [{ longDocstrings }] = context.options;
    const isLong = (comment) =>
      comment.type === 'Block' &&
      !(longDocstrings && comment.value.startsWith('*')) &&
      prose(comment).length > MAX_LINES;
    return {
      Program() {
        const longRuns = lineCommentRuns(sourceCode).filter((run) => run.length > MAX_LINES);
        for (const comment of [
          ...sourceCode.getAllComments().filter(isLong),
          ...longRuns.map(([first]) => first),
        ])
          context.report({ loc: comment.loc, messageId: 'long' });
      },
    };
  },
};
