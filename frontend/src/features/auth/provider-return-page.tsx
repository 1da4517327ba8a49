import { providerNames } from '@courtly/contracts/provider-names';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import type { ProviderReturn } from '../../resources/session/providers';
import { useSession } from '../../resources/session/session';
import { Spinner } from '../../ui/skeleton';
import { pendingLoginOf, useFinishProviderLogin } from './api';
import { AuthPage } from './auth-page';
import { ProviderRegistration } from './provider-registration';
import { SecondStep } from './second-step';
import { TextLink, textLinkClass } from '../../ui/text-link';

type ProviderReturnPageProps = { providerReturn: ProviderReturn; onRestart: () => void };

/** Completes a sign-in or a link after the provider has sent the person back here. */
export function ProviderReturnPage({ providerReturn, onRestart }: ProviderReturnPageProps) {
  const { provider, response } = providerReturn;
  const { user } = useSession();
  const navigate = useNavigate();
  const { mutate, data, error } = useFinishProviderLogin();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    // The response works only once, so it must not stay in the history.
    void navigate(paths.login, { replace: true });
    mutate(providerReturn);
  }, [mutate, navigate, providerReturn]);
  if (data?.outcome === 'unregistered')
    return <ProviderRegistration provider={provider} response={response} person={data} />;
  const pendingLogin = pendingLoginOf(error);
  if (pendingLogin) return <SecondStep pendingLogin={pendingLogin} onRestart={onRestart} />;
  const name = providerNames[provider];
  return (
    <AuthPage
      title={error ? 'Not signed in' : `Signing in with ${name}`}
      seed="sign in"
      footer={
        user ? (
          <TextLink to={paths.settings}>Back to your settings</TextLink>
        ) : (
          <button type="button" className={textLinkClass} onClick={onRestart}>
            Back to Sign In
          </button>
        )
      }
    >
      <PageMeta page="/login" />
      {error ? <p role="alert">{errorMessage(error, 'Please try again.')}</p> : <Spinner />}
    </AuthPage>
  );
}
