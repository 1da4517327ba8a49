const COMMAND_HANDLER = 'CommandHandler';

const isCommandHandler = ({ decorators = [] }) =>
  decorators.some(({ expression }) => expression.callee?.name === COMMAND_HANDLER);

const listsErrors = (comment) =>
  comment?.type === 'Block' &&
  comment.value.startsWith('*') &&
  /@throws|\bRefuses nothing\b/.test(comment.value);

export const handlerErrors = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Require the docstring of each command handler to list its errors.' },
    schema: [],
    messages: { missing: 'List the errors with @throws, or write "Refuses nothing."' },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      MethodDefinition(method) {
        if (method.key.name !== 'execute' || !isCommandHandler(method.parent.parent)) return;
        if (!listsErrors(sourceCode.getCommentsBefore(method).at(-1)))
          context.report({ node: method.key, messageId: 'missing' });
      },
    };
  },
};
