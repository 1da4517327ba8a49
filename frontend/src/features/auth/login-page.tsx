import { useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { providerReturnIn } from '../../resources/session/providers';
import { useSession } from '../../resources/session/session';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Spinner } from '../../ui/skeleton';
import { pendingLoginOf, useLogin, useWelcomeBack } from './api';
import { AuthPage } from './auth-page';
import { PasswordForm } from './password-form';
import { ProviderButtons } from './provider-buttons';
import { TextLink } from '../../ui/text-link';

const SecondStep = lazyComponent(async () => (await import('./second-step')).SecondStep, {
  fallback: <Spinner />,
  renderError: (retryLoad) => (
    <div className="page pt-10">
      <LoadFailed subject="The second step" onRetry={retryLoad} />
    </div>
  ),
});

const ProviderReturnPage = lazyComponent(
  async () => (await import('./provider-return-page')).ProviderReturnPage,
  {
    fallback: <Spinner />,
    renderError: (retryLoad) => (
      <div className="page pt-10">
        <LoadFailed subject="The sign-in" onRetry={retryLoad} />
      </div>
    ),
  },
);

const neverChanges = () => () => undefined;

export function LoginPage() {
  const { user } = useSession();
  const loginMutation = useLogin(useWelcomeBack());
  const { state, hash } = useLocation();
  const signsInAgain = (state as { again?: true } | null)?.again;
  const [providerReturn, setProviderReturn] = useState(() => providerReturnIn(hash));
  // The prerendered page doesn't know the fragment, and React must hydrate it unchanged.
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (providerReturn && isHydrated)
    return (
      <ProviderReturnPage
        providerReturn={providerReturn}
        onRestart={() => setProviderReturn(null)}
      />
    );
  if (user && loginMutation.isIdle && !signsInAgain && !providerReturn)
    return <Navigate replace to={paths.home} />;
  const pendingLogin = pendingLoginOf(loginMutation.error);
  if (pendingLogin)
    return <SecondStep pendingLogin={pendingLogin} onRestart={() => loginMutation.reset()} />;
  return (
    <AuthPage
      title="Sign in"
      tagline="Your courts, your bookings, your people."
      seed="sign in"
      footer={
        <>
          New to Courtly? <TextLink to={paths.register}>Sign up</TextLink>
        </>
      }
    >
      <PageMeta page="/login" />
      <PasswordForm login={loginMutation}>
        <p>
          <TextLink to={paths.forgotPassword}>Forgot your password?</TextLink>
        </p>
      </PasswordForm>
      <ProviderButtons />
    </AuthPage>
  );
}
