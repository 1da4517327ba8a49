import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

const CLIENT_ID = 'courtly';
const CLIENT_SECRET = 'for journeys only';

const signInPage = `<!doctype html>
<html lang="en"><title>Sign in</title><link rel="icon" href="data:,">
<form method="post">
  <label>Email at the provider <input name="email" type="email" required></label>
  <label><input name="isVerified" type="checkbox" checked> The provider has verified it</label>
  <button>Continue</button>
</form></html>`;

/**
 * An OpenID provider that replaces Google. On its page, people enter who they are, without a
 * password.
 */
export async function startIdentityProvider(port: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const url = `http://127.0.0.1:${port}`;
  const verifiedEmails = new Set<string>();
  const provider: Provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: ['https://courtly.example'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key 1', alg: 'RS256' }] },
    cookies: { keys: ['a cookie key'] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile'],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({
        sub: email,
        email,
        email_verified: verifiedEmails.has(email),
        given_name: 'Robin',
        family_name: 'Volley',
      }),
    }),
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const grant: InstanceType<Provider['Grant']> = new provider.Grant({
        accountId: oidc.session!.accountId!,
        clientId: oidc.client!.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // Courtly's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = () => true;
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    if (context.method === 'GET') return void (context.body = signInPage);
    const form = new URLSearchParams(await text(context.req));
    const email = form.get('email')!;
    if (form.has('isVerified')) verifiedEmails.add(email);
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { login: { accountId: email } });
  });
  const server = createServer(provider.callback());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** The variables that enable sign-in with Google. */
    env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: CLIENT_SECRET, GOOGLE_URL: url },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
