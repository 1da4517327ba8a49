/** What a handler of a command answers with: the body, and the log position that a later read must have passed to show it. */
export class Written<T> {
  constructor(
    readonly body: T,
    readonly position: string | null,
  ) {}
}
