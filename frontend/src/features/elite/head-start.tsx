import { periodLabel } from '../../lib/policy-values';

const milestonesOf = (minutes: number | undefined) => [
  { label: 'Opens to Elite', note: 'You choose first', className: 'text-left' },
  {
    label: 'Opens to everyone',
    note: minutes === undefined ? 'Later' : `${periodLabel(minutes)} later`,
    className: 'text-center',
  },
  { label: 'Time to play', note: 'The hour is yours', className: 'text-right' },
];

export function HeadStart({ minutes }: { minutes: number | undefined }) {
  return (
    <div>
      <div aria-hidden className="relative h-3">
        <span className="absolute inset-x-0 top-1.5 border-t border-rule" />
        <span className="absolute top-1 right-1/2 left-0 border-t-4 border-brass-line" />
        <span className="absolute top-0 left-0 size-3 rounded-full bg-brass" />
        <span className="absolute top-0 left-1/2 size-3 -translate-x-1/2 rounded-full bg-edge" />
        <span className="absolute top-0 right-0 size-3 rounded-full bg-edge" />
      </div>
      <ol className="mt-4 grid grid-cols-3 gap-4">
        {milestonesOf(minutes).map(({ label, note, className }) => (
          <li key={label} className={className}>
            <span className="block font-display text-lg leading-tight md:text-2xl">{label}</span>
            <span className="mt-1 block text-small text-quiet">{note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
