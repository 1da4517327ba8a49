/**
 * A command's return value and the log position that shows it to reads; null if nothing was
 * written.
 */
export class CommandResult<T> {
  constructor(
    readonly value: T,
    readonly position: string | null,
  ) {}

  /** Converts the value and keeps the position. */
  map<U>(convertValue: (value: T) => U): CommandResult<U> {
    return new CommandResult(convertValue(this.value), this.position);
  }
}
