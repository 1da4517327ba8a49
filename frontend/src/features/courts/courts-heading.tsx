import { Badge } from '../../ui/badge';

export function CourtsHeading({ level }: { level?: string | null | undefined }) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h1 className="font-display text-4xl leading-none tracking-tight md:text-5xl">
          Private courts
        </h1>
        {level && <Badge tone="brass">Your level: {level}</Badge>}
      </div>
      <p className="mt-3 hidden text-lg text-quiet md:block">
        Each court belongs to someone who plays on it. Choose an hour, and the host replies
        personally.
      </p>
    </>
  );
}
