const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-rule bg-sunk px-1.5 font-sans text-sm text-ink">
    {children}
  </kbd>
);

/** The keys of the desk, to those who have a keyboard. */
export function KeyHints() {
  return (
    <p className="mt-5 mb-6 text-[0.9375rem] leading-7 text-quiet pointer-coarse:hidden">
      <Key>j</Key> <Key>k</Key> or the arrow keys move between the rows, <Key>Enter</Key> opens one.
      In it, <Key>a</Key> approves, <Key>r</Key> goes to the reason of a rejection, <Key>n</Key> and{' '}
      <Key>p</Key> show the next and the previous one.
    </p>
  );
}
