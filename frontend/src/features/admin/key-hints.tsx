import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { areShortcutsOn } from '../../lib/use-shortcuts';

const KeyboardKey = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-rule bg-sunk px-1.5 font-sans text-sm text-ink">
    {children}
  </kbd>
);

export function KeyHints() {
  if (!areShortcutsOn()) return null;
  return (
    <p className="mt-5 mb-6 text-small leading-7 text-quiet pointer-coarse:hidden">
      Press <KeyboardKey>j</KeyboardKey>, <KeyboardKey>k</KeyboardKey>, or the arrow keys to move
      between rows and <KeyboardKey>Enter</KeyboardKey> to open one. In an open application, press{' '}
      <KeyboardKey>a</KeyboardKey> and then <KeyboardKey>Enter</KeyboardKey> to approve,{' '}
      <KeyboardKey>r</KeyboardKey> to go to the rejection reason, and <KeyboardKey>n</KeyboardKey>{' '}
      or <KeyboardKey>p</KeyboardKey> for the next or previous application. You can{' '}
      <Link to={paths.settings} className="underline underline-offset-4">
        turn these keys off
      </Link>
      .
    </p>
  );
}
