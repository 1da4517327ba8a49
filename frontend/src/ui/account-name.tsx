/**
 * The account of a form that asks only for a password. Password managers ignore inputs of the type
 * `hidden`, so CSS hides a text input.
 */
export function AccountName({ email }: { email: string | undefined }) {
  return (
    <input type="text" autoComplete="username" value={email ?? ''} readOnly className="hidden" />
  );
}
