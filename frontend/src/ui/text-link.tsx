import { cx } from 'class-variance-authority';
import { Link, type LinkProps } from 'react-router-dom';

/** For links to other sites and files, and for buttons that look like links. */
export const textLinkClass =
  'cursor-pointer text-ink underline decoration-brass-line underline-offset-4 hover:decoration-current';

/** A link in text. */
export function TextLink({ className, ...props }: LinkProps) {
  return <Link className={cx(textLinkClass, className)} {...props} />;
}
