import type { WaiverCount } from '@courtly/contracts/guest-waiver-rule';
import type { ReactNode } from 'react';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { cx } from 'class-variance-authority';

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How many people have signed the waiver, and what follows if someone has not. */
export function WaiverLine({
  waivers,
  isHosted,
  children,
}: {
  waivers: WaiverCount | null;
  isHosted: boolean;
  children?: ReactNode;
}) {
  if (!waivers) return null;
  const { rule, people, signed } = waivers;
  const missing = people - signed;
  const Icon = missing > 0 ? ShieldAlert : ShieldCheck;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p className={cx('flex items-start gap-2', missing > 0 ? 'text-bad' : 'text-quiet')}>
        <Icon size={18} strokeWidth={1.6} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          Waiver: {signed} of {people} signed.
          {missing > 0 && rule === 'block' && ' Entry not allowed until everyone has signed.'}
          {missing > 0 &&
            rule === 'warn' &&
            (isHosted
              ? ` Ask ${missing === 1 ? 'the guest' : 'the guests'} to sign before you let them in.`
              : ` ${plural(missing, 'guest')} still ${missing === 1 ? 'needs' : 'need'} to sign.`)}
        </span>
      </p>
      {children}
    </div>
  );
}
