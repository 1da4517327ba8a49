/** What a command answers: a value, and the log position from which reads show it; null where nothing was written. */
export class CommandResult<T> {
  constructor(
    readonly value: T,
    readonly position: string | null,
  ) {}

  /** The same write, told in another shape. */
  map<U>(tell: (value: T) => U): CommandResult<U> {
    return new CommandResult(tell(this.value), this.position);
  }
}
