import { Command } from '@nestjs/cqrs';
import type { CommandContext } from './context.js';

type CommandOf<Input, Result> = Command<Result> &
  Readonly<{ input: Input; context: CommandContext }>;

/**
 * The base of a command for the CommandBus. Every command has one shape: what is requested, and who
 * requests it when. `class CancelBookingCommand extends defineCommand<Input, Result>() {}`
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
