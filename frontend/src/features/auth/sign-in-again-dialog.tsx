import type { User } from '@courtly/contracts/identity';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { pendingLoginOf, useLogin } from './api';
import { textLinkClass } from '../../ui/text-link';
import { PasswordForm } from './password-form';
import { SecondStepForm } from './second-step-form';

type SignInAgainDialogProps = {
  email: string;
  repeatsWrite: boolean;
  /** Closes the dialog if it can't load. The next request opens it again. */
  onHide: () => void;
  onSignedIn: (user: User) => void;
  onStaySignedOut: () => void;
};

/** Signs in over the page, so that nothing typed there is lost. */
export function SignInAgainDialog({
  email,
  repeatsWrite,
  onSignedIn,
  onStaySignedOut,
}: SignInAgainDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const login = useLogin(onSignedIn);
  const pendingLogin = pendingLoginOf(login.error);
  if (isLeaving)
    return (
      <Dialog
        open
        onClose={() => setLeaving(false)}
        title="Stay signed out?"
        footer={
          <>
            <Button variant="outline" onClick={onStaySignedOut}>
              Stay Signed Out
            </Button>
            <Button onClick={() => setLeaving(false)}>Back to Sign In</Button>
          </>
        }
      >
        <p>What you typed on this page and haven't saved will be lost.</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      keepsEntries
      onClose={() => setLeaving(true)}
      title="Sign in again"
      description={
        repeatsWrite
          ? "Your session has ended. Sign in, and we'll send what you just submitted."
          : 'Your session has ended. Sign in to continue where you left off.'
      }
    >
      {pendingLogin ? (
        <SecondStepForm pendingLogin={pendingLogin} onSignedIn={onSignedIn} />
      ) : (
        <PasswordForm login={login} email={email}>
          <p>
            {/* The sign-in of another tab also counts in this one. */}
            <a href={paths.login} target="_blank" rel="noreferrer" className={textLinkClass}>
              Sign in another way in a new tab
            </a>
          </p>
        </PasswordForm>
      )}
    </Dialog>
  );
}
