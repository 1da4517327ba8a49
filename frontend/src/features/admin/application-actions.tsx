import { useState } from 'react';
import { useEraseApplication, useRenewLink } from '../../resources/admin/application-mutations';
import { type AnyApplication, isHostApplication } from '../../resources/admin/application-queries';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-dialog';
import { REFERENCE_HINT } from './reason-hints';

type ApplicationActionsProps = { application: AnyApplication; onErased: () => void };

/** Sends the link of an approved application again, and deletes an application on request. */
export function ApplicationActions({ application, onErased }: ApplicationActionsProps) {
  const { id, link, isClaimed, erasure } = application;
  const kind = isHostApplication(application) ? 'host' : 'player';
  const [isErasing, setIsErasing] = useState(false);
  const renewLink = useRenewLink(kind);
  const eraseApplication = useEraseApplication(kind);
  const canErase = !isClaimed && erasure === 'none';
  if (!link && !canErase) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {link && erasure === 'none' && (
        <Button
          variant="outline"
          busy={renewLink.isPending}
          onClick={() => renewLink.mutate({ applicationId: id })}
        >
          Send Link Again
        </Button>
      )}
      {canErase && (
        <Button variant="quiet" onClick={() => setIsErasing(true)}>
          Delete Application
        </Button>
      )}
      {isErasing && (
        <ReasonDialog
          title="Delete this application?"
          description="This deletes everything the applicant sent, including photos. It can't be undone."
          label="Where is the request filed?"
          hint={REFERENCE_HINT}
          button="Delete"
          busy={eraseApplication.isPending}
          onSend={(reference) =>
            eraseApplication.mutate({ applicationId: id, reference }, { onSuccess: onErased })
          }
          onClose={() => setIsErasing(false)}
        />
      )}
    </div>
  );
}
