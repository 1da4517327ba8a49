import { type User, identityRoutes } from '@courtly/contracts/identity';
import type { FinishLoginBody } from '@courtly/contracts/second-factor';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { emailOf } from '@courtly/contracts/text';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { RedisStore } from 'connect-redis';
import type { CookieOptions, NextFunction, Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { CONFIG, type Config } from '../../../config.js';
import type { CourtlyRequest, SessionUser } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { Clock } from '../../../platform/kernel/clock.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { browserOf } from './browser.js';
import { DEVICE_COOKIE, DEVICE_LIFETIME_MS } from './device-cookies.service.js';
import { EndedSessions } from './ended-sessions.service.js';
import { RememberedSessions } from './remembered-sessions.js';
import { SESSION_COOKIE, sessionIdReader } from './session-cookie.js';
import { SESSION_LIFETIME_MS, SessionIndex } from './session-index.service.js';
import { SignIn, type SignedIn } from './sign-in.service.js';

declare module 'express-session' {
  interface SessionData {
    user?: SessionUser;
    /** `since` is UTC. `browser` is a description for the session's owner. */
    since?: string;
    browser?: string;
    usedSecondFactor?: boolean;
  }
}

/** `sessionUnknown` is set if Redis is down, so the user is unknown. */
export type SessionRequest = Request &
  Pick<CourtlyRequest, 'usedSecondFactor'> & { sessionUnknown?: true };

const LOGIN_PATH = identityRoutes.login.path;

/**
 * Sessions in Redis last 14 days from sign-in. Only sign-in and sign-out use express-session, which
 * wraps every response and keeps the request alive; other requests only read.
 */
@Injectable()
export class Sessions {
  private readonly logger = new Logger('sessions');
  private isProxyReported = false;
  private readonly passport = new passport.Passport();
  private readonly cookie: CookieOptions;
  private readonly hintCookie: CookieOptions;
  private readonly sessionHandler: RequestHandler;
  readonly middleware: RequestHandler;

  constructor(
    redisClient: RedisClient,
    private readonly signInService: SignIn,
    private readonly sessionIndex: SessionIndex,
    endedSessions: EndedSessions,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.cookie = {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.PUBLIC_URL.startsWith('https:'),
    };
    this.hintCookie = { ...this.cookie, httpOnly: false };
    this.passport.use(
      new Strategy(
        { usernameField: 'email', passReqToCallback: true },
        (request, email, password, callback) => {
          signInService
            .authenticate(emailOf(email), password, request.ip ?? '', request.get('Cookie'))
            .then((signedIn) => callback(null, signedIn), callback);
        },
      ),
    );
    const redisStore = new RedisStore({
      client: redisClient.commands,
      prefix: sessionIndex.sessionKeyOf(''),
      disableTouch: true,
    });
    const sessionStore = new RememberedSessions(redisStore, endedSessions);
    this.sessionHandler = session({
      name: SESSION_COOKIE,
      secret: config.SESSION_SECRETS,
      store: sessionStore,
      cookie: { ...this.cookie, maxAge: SESSION_LIFETIME_MS },
      resave: false,
      saveUninitialized: false,
    });
    const sessionIdIn = sessionIdReader(config.SESSION_SECRETS);
    this.middleware = (request: SessionRequest, response: Response, next: NextFunction) => {
      const attachSession = (failure: unknown, sessionData: SessionData | null | undefined) => {
        if (failure) request.sessionUnknown = true;
        else {
          if (sessionData?.user) this.attachUser(request, sessionData.user);
          request.usedSecondFactor = sessionData?.usedSecondFactor ?? false;
          this.correctHint(request, response, sessionData);
        }
        next();
      };
      const sessionId = sessionIdIn(request.get('Cookie'));
      if (!sessionId) return attachSession(null, null);
      request.sessionID = sessionId;
      sessionStore.get(sessionId, attachSession);
    };
  }

  /** @throws DomainError the errors of SignIn.authenticate; second_factor_pending */
  async logIn(request: Request): Promise<User> {
    return this.logInWith(request, await this.authenticate(request));
  }

  /**
   * Starts the session of a person who has passed the first step.
   * @throws DomainError the errors of SignIn.checkUnchanged; second_factor_pending
   */
  async logInWith(request: Request, signedIn: SignedIn): Promise<User> {
    await this.signInService.checkOneStepSuffices(signedIn);
    await this.startSession(request, signedIn.user, false);
    await this.endIfRefused(request, async () => {
      await this.signInService.checkUnchanged(signedIn);
      await this.signInService.checkOneStepSuffices(signedIn);
    });
    return signedIn.user;
  }

  /** @throws DomainError the errors of SignIn.authenticateSecondStep */
  async finishLogin(
    request: Request,
    body: FinishLoginBody,
    context: CommandContext,
  ): Promise<User> {
    const signedIn = await this.signInService.authenticateSecondStep(
      body,
      request.ip ?? '',
      request.get('Cookie'),
      context,
    );
    await this.startSession(request, signedIn.user, true);
    await this.endIfRefused(request, () => this.signInService.checkBothUnchanged(signedIn));
    return signedIn.user;
  }

  private authenticate(request: Request): Promise<SignedIn> {
    return new Promise((resolve, reject) => {
      const onDecision = (failure: unknown, signedIn: SignedIn) =>
        failure ? reject(failure) : resolve(signedIn);
      (this.passport.authenticate('local', onDecision) as RequestHandler)(
        request,
        request.res!,
        reject,
      );
    });
  }

  /**
   * Starts a new session.
   * @throws DomainError store_unavailable
   */
  private async startSession(
    request: Request,
    user: User,
    usedSecondFactor: boolean,
  ): Promise<void> {
    if (this.cookie.secure && !request.secure) this.reportInsecureProxy();
    await this.removeFromIndex(request);
    await callbackPromise((callback) => request.session.regenerate(callback));
    await this.sessionIndex.addSession(user.id, request.sessionID);
    const browser = browserOf(request.get('User-Agent'));
    Object.assign(request.session, {
      user: { id: user.id, role: user.role },
      since: this.clock.instant(),
      browser,
      ...(usedSecondFactor && { usedSecondFactor }),
    });
    await callbackPromise((callback) => request.session.save(callback));
    this.setHint(request.res!, request.session.cookie.maxAge ?? SESSION_LIFETIME_MS);
    const deviceCookie = this.signInService.newDeviceCookie(user, request.get('Cookie'));
    if (deviceCookie)
      request.res!.cookie(DEVICE_COOKIE, deviceCookie, {
        ...this.cookie,
        path: LOGIN_PATH,
        maxAge: DEVICE_LIFETIME_MS,
      });
  }

  /**
   * Ends the session of the request, if any, and clears its cookies.
   * @throws DomainError store_unavailable
   */
  async endSession(request: Request): Promise<void> {
    await this.removeFromIndex(request);
    await callbackPromise((callback) => request.session.destroy(callback));
    request.res!.clearCookie(SESSION_COOKIE, this.cookie);
    request.res!.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }

  /**
   * Ends all sessions and starts a new one without a sign-in.
   * @throws DomainError suspended, store_unavailable
   */
  async renewSessions(request: Request, user: User, usedSecondFactor: boolean): Promise<void> {
    await this.sessionIndex.endAll(user.id, request.sessionID);
    await this.startSession(request, user, usedSecondFactor);
    await this.endIfRefused(request, () => this.signInService.checkNotSuspended(user.id));
  }

  /**
   * Starts the first session of an account. A repeated registration must not bypass a second
   * factor.
   * @throws DomainError conflict, suspended, store_unavailable
   */
  async startFirstSession(request: Request, user: User): Promise<void> {
    await this.signInService.checkNoSecondFactor(user.id);
    await this.startSession(request, user, false);
    await this.endIfRefused(request, async () => {
      await this.signInService.checkNoSecondFactor(user.id);
      await this.signInService.checkNotSuspended(user.id);
    });
  }

  /**
   * A concurrent change may have ended all other sessions before this one was listed, so check
   * again.
   */
  private async endIfRefused(request: Request, recheck: () => Promise<void>): Promise<void> {
    try {
      await recheck();
    } catch (error) {
      await this.endSession(request);
      throw error;
    }
  }

  /**
   * Logs once that no sign-in can succeed, because browsers accept session cookies only over HTTPS.
   */
  private reportInsecureProxy(): void {
    if (this.isProxyReported) return;
    this.isProxyReported = true;
    this.logger.error(
      'PUBLIC_URL is https, but a sign-in arrived without X-Forwarded-Proto: https, so no browser gets a session. Set this header in the proxy, and TRUST_PROXY to the number of proxies.',
    );
  }

  private async removeFromIndex(request: Request): Promise<void> {
    await callbackPromise((callback) => this.sessionHandler(request, request.res!, callback));
    const { session, sessionID } = request;
    if (session.user) await this.sessionIndex.removeSession(session.user.id, sessionID);
  }

  private attachUser(request: Request, user: SessionUser): void {
    request.user = user;
    this.sessionIndex.noteUse(user.id, request.sessionID);
  }

  private setHint(response: Response, remainingMs: number): void {
    response.cookie(SIGNED_IN_COOKIE, '1', { ...this.hintCookie, maxAge: remainingMs });
  }

  /** The hint may be missing or may have outlived its session. */
  private correctHint(
    request: Request,
    response: Response,
    sessionData: SessionData | null | undefined,
  ): void {
    const hasHint = request.get('Cookie')?.includes(`${SIGNED_IN_COOKIE}=`) ?? false;
    if (request.user && !hasHint)
      this.setHint(
        response,
        Date.parse(String(sessionData?.cookie.expires)) - Date.now() || SESSION_LIFETIME_MS,
      );
    const isMeRequest = request.baseUrl + request.path === identityRoutes.me.path;
    if (!request.user && hasHint && isMeRequest)
      response.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }
}

const callbackPromise = (
  runWithCallback: (callback: (failure?: unknown) => void) => void,
): Promise<void> =>
  new Promise((resolve, reject) =>
    runWithCallback((failure) => (failure ? reject(sessionsUnavailable(failure)) : resolve())),
  );

const sessionsUnavailable = (cause: unknown) =>
  new DomainError(
    'store_unavailable',
    "Courtly can't access your session right now. Please try again in a moment.",
    undefined,
    { cause },
  );
