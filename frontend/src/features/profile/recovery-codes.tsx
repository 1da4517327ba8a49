import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { toast, toastError } from '../../ui/toast';

const readable = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

const copyCodes = async (codes: readonly string[]) => {
  try {
    await navigator.clipboard.writeText(codes.map(readable).join('\n'));
    toast('Codes copied');
  } catch {
    toastError("The codes couldn't be copied", 'Select them and copy them manually.');
  }
};

/** Shows new recovery codes once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className="font-display text-lg">
        Save your recovery codes
      </h3>
      <p className="mt-2 text-quiet">
        If you lose your phone, each code signs you in once. We show them only now. Store them
        separately from your password.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-5 grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-rule bg-raised p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{readable(code)}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onDone}>I Saved Them</Button>
        <Button variant="outline" onClick={() => void copyCodes(codes)}>
          Copy
        </Button>
      </div>
    </>
  );
}
