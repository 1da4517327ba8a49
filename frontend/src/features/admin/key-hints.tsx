const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-rule bg-sunk px-1.5 font-sans text-sm text-ink">
    {children}
  </kbd>
);

export function KeyHints() {
  return (
    <p className="mt-5 mb-6 text-[0.9375rem] leading-7 text-quiet pointer-coarse:hidden">
      Press <Key>j</Key>, <Key>k</Key>, or the arrow keys to move between rows and <Key>Enter</Key>{' '}
      to open one. In an open application, press <Key>a</Key> to approve, <Key>r</Key> to go to the
      rejection reason, and <Key>n</Key> or <Key>p</Key> for the next or previous application.
    </p>
  );
}
