import type { KeyObject } from 'node:crypto';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

type Settings = Readonly<{
  client: Readonly<{ id: string; secret: string; redirectUri: string }>;
  signingKey: Readonly<{ id: string; privateKey: KeyObject }>;
  findAccount: Configuration['findAccount'];
}>;

const LIFETIME_S = 600;

/**
 * An OpenID provider with one client, to which everyone consents. The caller's handler of
 * `/interaction/<id>` decides who signs in.
 */
export const openIdProvider = (
  issuer: string,
  { client, signingKey, findAccount }: Settings,
): Provider => {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [
        { ...signingKey.privateKey.export({ format: 'jwk' }), kid: signingKey.id, alg: 'RS256' },
      ],
    },
    cookies: { keys: ['a cookie key'] },
    ttl: {
      AccessToken: LIFETIME_S,
      AuthorizationCode: LIFETIME_S,
      Grant: LIFETIME_S,
      IdToken: LIFETIME_S,
      Interaction: LIFETIME_S,
      Session: LIFETIME_S,
    },
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount,
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const grant: InstanceType<Provider['Grant']> = new provider.Grant({
        accountId: oidc.session!.accountId!,
        clientId: oidc.client!.clientId,
      });
      grant.addOIDCScope('openid email profile name');
      await grant.save();
      return grant;
    },
  });
  return provider;
};
