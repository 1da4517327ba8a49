import { type User, identityRoutes } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { Inject, Injectable } from '@nestjs/common';
import { RedisStore } from 'connect-redis';
import type { CookieOptions, NextFunction, Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { CONFIG, type Config } from '../../../config.js';
import type { SessionUser } from '../../../platform/http/request.js';
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
    /** When it began (UTC), and the browser in words: for its person to recognise it. */
    since?: string;
    browser?: string;
  }
}

/** A request whose session cannot be read, since Redis is away: nobody knows who calls. */
export type SessionRequest = Request & { sessionUnknown?: true };

/** The one place where a known device counts. */
const LOGIN_PATH = identityRoutes.login.path;

/**
 * Sessions: an id in a cookie, the person's id and role in Redis. One lasts 14 days from its sign-in, however much it is
 * used; it gets a new id at every sign-in, and is gone from Redis at the sign-out. Beside it goes a cookie for scripts, which
 * says that there is a session and nothing else (see SIGNED_IN_COOKIE), and one that outlives it, by which a browser is known
 * at the next sign-in.
 *
 * Requests read a session. express-session, which may change one as each answer is sent and keeps all that belongs to a request
 * for it, is asked where one begins or ends.
 */
@Injectable()
export class Sessions {
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
            .authenticate(email, password, request.ip ?? '', request.get('Cookie'))
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

  /** Signs in whose e-mail and password the body of the request holds. @throws DomainError as SignIn.check */
  async logIn(request: Request): Promise<User> {
    const signedIn = await this.authenticate(request);
    await this.startSession(request, signedIn.user);
    await this.endIfRefused(request, () => this.signInService.checkUnchanged(signedIn));
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

  /** Signs somebody in, in a new session. @throws DomainError store_unavailable */
  async startSession(request: Request, user: User): Promise<void> {
    await this.removeFromIndex(request);
    await callbackPromise((callback) => request.session.regenerate(callback));
    await this.sessionIndex.addSession(user.id, request.sessionID);
    const browser = browserOf(request.get('User-Agent'));
    Object.assign(request.session, {
      user: { id: user.id, role: user.role },
      since: this.clock.instant(),
      browser,
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

  /** Ends the session, if there is one, here and in the browser. @throws DomainError store_unavailable */
  async endSession(request: Request): Promise<void> {
    await this.removeFromIndex(request);
    await callbackPromise((callback) => request.session.destroy(callback));
    request.res!.clearCookie(SESSION_COOKIE, this.cookie);
    request.res!.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }

  /** Ends all sessions of a person and starts a new one here: what was known of the old ones opens nothing any more. */
  async renewSessions(request: Request, user: User): Promise<void> {
    await this.sessionIndex.endAll(user.id, request.sessionID);
    await this.startSession(request, user);
    await this.endIfRefused(request, () => this.signInService.checkNotSuspended(user.id));
  }

  /** What ends all sessions of a person ends those that are listed by then; this one may have come after it. */
  private async endIfRefused(request: Request, recheck: () => Promise<void>): Promise<void> {
    try {
      await recheck();
    } catch (error) {
      await this.endSession(request);
      throw error;
    }
  }

  /** The session of a request is about to go. */
  private async removeFromIndex(request: Request): Promise<void> {
    await callbackPromise((callback) => this.sessionHandler(request, request.res!, callback));
    const { session, sessionID } = request;
    if (session.user) await this.sessionIndex.removeSession(session.user.id, sessionID);
  }

  private attachUser(request: Request, user: SessionUser): void {
    request.user = user;
    this.sessionIndex.noteUse(user.id, request.sessionID);
  }

  /** Lasts as long as the session has still to go. */
  private setHint(response: Response, remainingMs: number): void {
    response.cookie(SIGNED_IN_COOKIE, '1', { ...this.hintCookie, maxAge: remainingMs });
  }

  /** A browser may lose either cookie, and a session may end in Redis. */
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
    'Courtly cannot reach its sessions right now. Please try again in a moment.',
    undefined,
    { cause },
  );
