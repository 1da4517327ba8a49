/**
 * The environment of a command: variables, standard output for results (line by line), standard
 * error for notes and progress, and the Ctrl-C signal.
 */
export type Cli = Readonly<{
  environment: NodeJS.ProcessEnv;
  print(line: string): void;
  note(line: string): void;
  /** Shows a step while its work runs; the work reports its progress through `onProgress`. */
  step<T>(
    title: string,
    runWork: (onProgress: (progress: string) => void) => Promise<T>,
  ): Promise<T>;
  interrupted: AbortSignal;
}>;

/** Ends a command with a message, no stack trace, and exit code 1. */
export class Failure extends Error {}
