import type { ReactNode } from 'react';
import { Button } from './button';
import { useRequestClose } from './guards';

/** The button that closes its dialog without an action, such as Cancel. */
export function CloseButton({ children }: { children: ReactNode }) {
  const requestClose = useRequestClose();
  return (
    <Button variant="outline" onClick={requestClose}>
      {children}
    </Button>
  );
}
