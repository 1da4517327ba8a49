import { Button } from '../../ui/button';

type ChangedElsewhereProps = {
  /** The labels of the fields that only another device changed. */
  merged: readonly string[];
  /** Fields that the user has changed, too. `current` is the value on the server. */
  collisions: readonly Readonly<{ name: string; label: string; current: string }>[];
  onUseCurrent: (name: string) => void;
};

/** Says what changed on another device after the user opened the form. */
export function ChangedElsewhere({ merged, collisions, onUseCurrent }: ChangedElsewhereProps) {
  if (merged.length + collisions.length === 0) return null;
  return (
    <div className="border-l border-brass-line pl-4">
      <div role="status">
        <p className="font-semibold">This court was changed on another device.</p>
        {merged.length > 0 && <p>Updated here: {merged.join(', ')}.</p>}
        {collisions.length > 0 && <p>You changed these, too. Saving keeps your values:</p>}
      </div>
      <ul>
        {collisions.map(({ name, label, current }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4">
            <span>
              {label}: <bdi>{current || 'empty'}</bdi> on the other device
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Use Other Value: ${label}`}
              onClick={() => onUseCurrent(name)}
            >
              Use Other Value
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
