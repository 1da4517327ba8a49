import { randomUUID } from 'node:crypto';
import {
  type ProviderResponse,
  type ProviderLogin,
  providerAccountRoutes,
} from '@courtly/contracts/provider-accounts';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import {
  CurrentContext,
  CurrentUser,
  type CourtlyRequest,
  RouteInput,
  VISITOR,
} from '../../../platform/http/request.js';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { type CommandContext, commandContext } from '../../../platform/kernel/context.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { Actor } from '../../../platform/kernel/events.js';
import { MINUTE_MS } from '../../../platform/kernel/local-time.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { RegisterUserCommand } from '../identity.commands.js';
import { IdentityQueries } from '../identity.queries.js';
import { type ProviderIdentity, providerAccounts } from '../provider-accounts.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { type ProviderFlow, ProviderFlows } from '../sessions/provider-flows.service.js';
import { type ProviderPerson, Providers, notFinished } from '../sessions/providers.service.js';
import { type SealedTickets, sealedTickets } from '../sessions/sealed-tickets.service.js';
import { Sessions } from '../sessions/sessions.middleware.js';
import { SignIn } from '../sessions/sign-in.service.js';
import { IdentityAccountClosure } from './account-closure.service.js';
import {
  CheckProviderLinkCommand,
  LinkProviderAccountCommand,
  UnlinkProviderAccountCommand,
} from './provider-account.commands.js';

const { listProviders, startProviderLogin, startProviderLink } = providerAccountRoutes;
const { providerCallback, providerFormCallback, finishProviderLogin } = providerAccountRoutes;
const { registerWithProvider, listProviderAccounts, unlinkProviderAccount } = providerAccountRoutes;

export const REGISTRATION_LIFETIME_MS = 15 * MINUTE_MS;

/**
 * `id` is the idempotency key of the registration, so sending the ticket twice registers only once.
 */
type RegistrationTicket = Readonly<{ id: string; identity: ProviderIdentity; email: string }>;

/**
 * The callback of a provider redirects to the website with the result in the fragment, which
 * browsers never send. The page then finishes the sign-in with an ordinary API call.
 */
@Controller()
export class ProviderAccountsController {
  private readonly registrationTickets: SealedTickets<RegistrationTicket>;

  constructor(
    private readonly commandBus: CommandBus,
    private readonly identityQueries: IdentityQueries,
    private readonly attemptLimits: AttemptLimits,
    private readonly providers: Providers,
    private readonly flows: ProviderFlows,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly streams: Streams,
    private readonly accountClosure: IdentityAccountClosure,
    @Inject(CONFIG) { SESSION_SECRETS }: Config,
  ) {
    this.registrationTickets = sealedTickets(
      SESSION_SECRETS,
      'provider registration',
      REGISTRATION_LIFETIME_MS,
    );
  }

  @RouteHandler(listProviders)
  listProviders() {
    return [...this.providers.enabled];
  }

  @RouteHandler(startProviderLogin)
  async startProviderLogin(
    @RouteInput() { params }: Input<typeof startProviderLogin>,
    @Req() request: CourtlyRequest,
  ) {
    this.providers.requireEnabled(params.provider);
    await this.attemptLimits.countProviderStart(request.ip ?? '');
    return this.startFlow(request, { ...params, linkTo: null });
  }

  @RouteHandler(startProviderLink)
  async startProviderLink(
    @RouteInput() { params, body }: Input<typeof startProviderLink>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const userId = commandContext.actor.id;
    this.providers.requireEnabled(params.provider);
    await this.accountClosure.requireSecondFactor(userId, request);
    await this.commandBus.execute(
      new CheckProviderLinkCommand({ ...params, ...body }, commandContext),
    );
    return this.startFlow(request, { ...params, linkTo: userId });
  }

  @RouteHandler(providerCallback)
  @Header('Cache-Control', 'no-store')
  providerCallback(@RouteInput() { params, query }: Input<typeof providerCallback>) {
    return this.websiteAddress(params, query);
  }

  @RouteHandler(providerFormCallback)
  @Header('Cache-Control', 'no-store')
  providerFormCallback(@RouteInput() { params, body }: Input<typeof providerFormCallback>) {
    return this.websiteAddress(params, body);
  }

  @RouteHandler(finishProviderLogin)
  finishProviderLogin(
    @RouteInput() { params: { provider }, body }: Input<typeof finishProviderLogin>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ): Promise<ProviderLogin> {
    this.providers.requireEnabled(provider);
    return this.attemptLimits.limitProviderFinish(request.ip ?? '', async () => {
      const flow = await this.flows.finish(request, provider);
      if (!flow) throw notFinished(provider);
      if (flow.linkTo !== null && flow.linkTo !== request.user?.id) throw notFinished(provider);
      const person = await this.providers.personOf(provider, body, flow.checks);
      if (flow.linkTo === null) return this.logIn(request, person);
      await this.commandBus.execute(new LinkProviderAccountCommand(person, commandContext));
      return { outcome: 'linked' };
    });
  }

  @RouteHandler(registerWithProvider)
  async registerWithProvider(
    @RouteInput() { body }: Input<typeof registerWithProvider>,
    @Req() request: CourtlyRequest,
  ) {
    const { ticket: ticketText, ...details } = body;
    const ticket = this.registrationTickets.open(ticketText, request.clock.now());
    if (!ticket)
      throw new DomainError(
        'not_signed_in',
        'Your registration took too long. Please start again.',
      );
    const { id, identity, email } = ticket;
    this.providers.requireEnabled(identity.provider);
    await this.attemptLimits.countRegistration(request.ip ?? '');
    const registration = await this.commandBus.execute(
      new RegisterUserCommand(
        { ...details, email, password: null, identity },
        commandContext(
          {
            actor: VISITOR,
            at: request.clock.instant(),
            correlationId: request.correlationId,
            call: `${registerWithProvider.method} ${registerWithProvider.path}`,
            fingerprint: '',
            key: id,
          },
          request.ids,
        ),
      ),
    );
    // A repeated registration must not bypass a second step, or an unlink in the meantime.
    const signedIn = await this.signIn.authenticateByProvider(identity);
    if (!signedIn) throw notFinished(identity.provider);
    await this.sessions.logInWith(request, signedIn);
    return registration;
  }

  @RouteHandler(listProviderAccounts)
  async listProviderAccounts(@CurrentUser() { id }: Actor) {
    return [...(await this.streams.load(providerAccounts, id))];
  }

  @RouteHandler(unlinkProviderAccount)
  async unlinkProviderAccount(
    @RouteInput() { params, body }: Input<typeof unlinkProviderAccount>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const userId = commandContext.actor.id;
    await this.accountClosure.requireSecondFactor(userId, request);
    const linkedAccounts = await this.commandBus.execute(
      new UnlinkProviderAccountCommand({ ...params, ...body }, commandContext),
    );
    const currentUser = await this.identityQueries.currentUser(userId);
    await this.sessions.renewSessions(request, currentUser, request.usedSecondFactor ?? false);
    return [...linkedAccounts];
  }

  private async startFlow(request: CourtlyRequest, flow: Omit<ProviderFlow, 'checks'>) {
    const { url, checks } = await this.providers.request(flow.provider);
    this.flows.start(request.res!, { ...flow, checks });
    return { url };
  }

  private websiteAddress(
    { provider }: Input<typeof providerCallback>['params'],
    response: ProviderResponse,
  ) {
    this.providers.requireEnabled(provider);
    return {
      url: `/login#${new URLSearchParams({ provider, ...response } as Record<string, string>)}`,
    };
  }

  /**
   * Links no existing account: an account with the same email belongs to the person who has its
   * password.
   * @throws DomainError forbidden without a verified email, taken; the errors of Sessions.logInWith
   */
  private async logIn(request: CourtlyRequest, person: ProviderPerson): Promise<ProviderLogin> {
    const signedIn = await this.signIn.authenticateByProvider(person);
    if (signedIn)
      return { outcome: 'signedIn', user: await this.sessions.logInWith(request, signedIn) };
    const { provider, subject, email, firstName, lastName } = person;
    if (email === null)
      throw new DomainError(
        'forbidden',
        'Your account there has no verified email. Please register with your email and a password.',
      );
    if (await this.identityQueries.userIdByEmail(email))
      throw new DomainError(
        'taken',
        `There is already an account with ${email}. Sign in with your password, then link the account in your settings.`,
        { field: 'email' },
      );
    const identity = { provider, subject };
    const ticket = this.registrationTickets.issue(
      { id: randomUUID(), identity, email },
      request.clock.now(),
    );
    return { outcome: 'unregistered', ticket, email, firstName, lastName };
  }
}
