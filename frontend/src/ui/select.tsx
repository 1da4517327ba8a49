import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from 'class-variance-authority';
import { inputClass } from './input';

type SelectProps = ComponentProps<'select'> & {
  options: readonly { value: string; label: string }[];
};

/** A native select, which works on every phone and with every screen reader. */
export function Select({ options, className, ...props }: SelectProps) {
  return (
    <div className={cx('relative', className)}>
      <select className={cx(inputClass, 'h-12 cursor-pointer appearance-none pr-11')} {...props}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={18}
        strokeWidth={1.6}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-quiet"
      />
    </div>
  );
}
