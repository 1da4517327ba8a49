import { cx } from 'class-variance-authority';
import { courtLineStrips } from '../court/drawing/markings';

const courtLines = courtLineStrips('tennis', 0.09);

type MembershipCardProps = {
  /** The card's owner. Founders have a number. Without an owner, the card is a sample. */
  member?: { name: string; founderNumber: number | null };
  className?: string;
};

/** The number as printed on the card: 47 becomes 047. */
const cardNumber = (founderNumber: number) => String(founderNumber).padStart(3, '0');

export function MembershipCard({ member, className }: MembershipCardProps) {
  const memberName = member?.name ?? 'Your Name';
  const displayNumber = member ? member.founderNumber : 0;
  const cardLabel = [
    `Courtly Elite, ${memberName}`,
    ...(displayNumber === null ? [] : [`number ${cardNumber(displayNumber)}`]),
  ].join(', ');
  return (
    <div
      role="img"
      aria-label={`${member ? 'Your membership card' : 'Sample of a membership card'}: ${cardLabel}`}
      className={cx(
        '@container relative overflow-hidden rounded-md border border-brass-line bg-raised shadow-lift',
        className,
      )}
    >
      <svg
        viewBox="-17 -9 34 18"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
        className="absolute inset-0 size-full fill-brass-line opacity-35"
      >
        <g transform="translate(6 3) rotate(66)">
          {courtLines.map(([x1, y1, x2, y2]) => (
            <rect key={`${x1},${y1},${x2},${y2}`} x={x1} y={y1} width={x2 - x1} height={y2 - y1} />
          ))}
          <rect x={-6.4} y={-0.14} width={12.8} height={0.28} />
        </g>
      </svg>
      <div aria-hidden className="relative flex aspect-[1.586] flex-col justify-between p-[7cqw]">
        <p className="flex items-start justify-between">
          <span className="font-display text-[8.5cqw] leading-none tracking-tight">Courtly</span>
          {!member && (
            <span className="rounded-full border border-brass-line px-[3.2cqw] py-[1cqw] text-[3.4cqw] leading-tight text-brass">
              Sample
            </span>
          )}
        </p>
        <p className="flex items-end justify-between gap-4">
          <span className="min-w-0">
            <span className="block text-[3.4cqw] tracking-[0.14em] text-brass uppercase">
              Elite member
            </span>
            <bdi className="block truncate font-display text-[6.4cqw] leading-tight">
              {memberName}
            </bdi>
          </span>
          {displayNumber !== null && (
            <span className="figures shrink-0 text-[4.4cqw] text-quiet">
              No. {cardNumber(displayNumber)}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}
