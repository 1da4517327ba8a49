import { Command } from '@nestjs/cqrs';
import type { CommandContext } from './context.js';

type CommandOf<Input, Result> = Command<Result> &
  Readonly<{ input: Input; context: CommandContext }>;

/**
 * Creates the base class of a CommandBus command that carries its input and context. `class
 * CancelBookingCommand extends defineCommand<Input, Result>() {}`
 */
export const defineCommand = <Input extends object, Result = void>(): new (
  input: Input,
  context: CommandContext,
) => CommandOf<Input, Result> =>
  class extends Command<Result> {
    constructor(
      readonly input: Input,
      readonly context: CommandContext,
    ) {
      super();
    }
  };
