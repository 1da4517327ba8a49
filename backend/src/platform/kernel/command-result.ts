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
  map<U>(convert: (value: T) => U): CommandResult<U> {
    return new CommandResult(convert(this.value), this.position);
  }
}
