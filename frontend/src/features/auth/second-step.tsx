import type { PendingLogin } from '@courtly/contracts/second-factor';
import { PageMeta } from '../../lib/page-meta';
import { useWelcomeBack } from './api';
import { AuthPage } from './auth-page';
import { SecondStepForm } from './second-step-form';
import { textLinkClass } from '../../ui/text-link';

type SecondStepProps = { pendingLogin: PendingLogin; onRestart: () => void };

/** The second step of a sign-in, after the password or a provider. */
export function SecondStep({ pendingLogin, onRestart }: SecondStepProps) {
  return (
    <AuthPage
      title="Two-step sign-in"
      tagline="One more step."
      seed="sign in"
      footer={
        <button type="button" className={textLinkClass} onClick={onRestart}>
          Start over
        </button>
      }
    >
      <PageMeta page="/login" />
      <SecondStepForm pendingLogin={pendingLogin} onSignedIn={useWelcomeBack()} />
    </AuthPage>
  );
}
