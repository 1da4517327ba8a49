import { Button } from './button';

/** Says that a form contains what was entered earlier, and offers to discard that. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-l border-brass-line pl-4">
      <p role="status">Draft restored</p>
      <Button variant="quiet" size="sm" onClick={onDiscard}>
        Discard Draft
      </Button>
    </div>
  );
}
