/**
 * The environment of a command: variables, standard output for results (line by line), standard
 * error for notes and progress, and the signal for Ctrl-C.
 */
export type Cli = Readonly<{
  environment: NodeJS.ProcessEnv;
  print(line: string): void;
  note(line: string): void;
  /** Shows a step while its work runs. The work reports its progress through `onProgress`. */
  step<T>(
    title: string,
    runWork: (onProgress: (progress: string) => void) => Promise<T>,
  ): Promise<T>;
  interrupted: AbortSignal;
}>;

/**
 * The reader of standard output, such as `head`, has closed it. The command ends quietly with exit
 * code 141, as after SIGPIPE, because no one has read its result.
 */
export class OutputClosed extends Error {
  static readonly exitCode = 141;
}

/** Ends a command with a message but no stack trace, and with an exit code (by default 1). */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
