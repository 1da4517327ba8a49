/**
 * What a command has of the world: the environment, standard output for results line by line, standard error for remarks and
 * progress, and the signal of Ctrl-C.
 */
export type Cli = Readonly<{
  environment: NodeJS.ProcessEnv;
  print(line: string): void;
  note(line: string): void;
  /** Shows a step of work while it runs; `tell` says how far it is, as often as it likes. */
  step<T>(title: string, work: (tell: (progress: string) => void) => Promise<T>): Promise<T>;
  interrupted: AbortSignal;
}>;

/** A command did its work and the answer is no: its message is shown, without a trace, and the exit code is 1. */
export class Failure extends Error {}
