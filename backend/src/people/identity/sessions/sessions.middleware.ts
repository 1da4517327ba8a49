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
import { DEVICE_COOKIE, DEVICE_LASTS_MS } from './device-cookies.service.js';
import { EndedSessions } from './ended-sessions.service.js';
import { RememberedSessions } from './remembered-sessions.js';
import { SESSION_COOKIE, sessionIdReader } from './session-cookie.js';
import { SESSION_LASTS_MS, SessionIndex } from './session-index.service.js';
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
const LOGIN = identityRoutes.login.path;

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
  private readonly keep: RequestHandler;
  readonly middleware: RequestHandler;

  constructor(
    redis: RedisClient,
    private readonly signIn: SignIn,
    private readonly index: SessionIndex,
    ends: EndedSessions,
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
        (request, email, password, done) => {
          signIn
            .check(email, password, request.ip ?? '', request.get('Cookie'))
            .then((signedIn) => done(null, signedIn), done);
        },
      ),
    );
    const inRedis = new RedisStore({
      client: redis.commands,
      prefix: index.keyOf(''),
      disableTouch: true,
    });
    const store = new RememberedSessions(inRedis, ends);
    this.keep = session({
      name: SESSION_COOKIE,
      secret: config.SESSION_SECRETS,
      store,
      cookie: { ...this.cookie, maxAge: SESSION_LASTS_MS },
      resave: false,
      saveUninitialized: false,
    });
    const sessionIdIn = sessionIdReader(config.SESSION_SECRETS);
    this.middleware = (request: SessionRequest, response: Response, next: NextFunction) => {
      const read = (failure: unknown, data: SessionData | null | undefined) => {
        if (failure) request.sessionUnknown = true;
        else {
          if (data?.user) this.welcome(request, data.user);
          this.correctHint(request, response, data);
        }
        next();
      };
      const id = sessionIdIn(request.get('Cookie'));
      if (!id) return read(null, null);
      request.sessionID = id;
      store.get(id, read);
    };
  }

  /** Signs in whose e-mail and password the body of the request holds. @throws DomainError as SignIn.check */
  async logIn(request: Request): Promise<User> {
    const signedIn = await this.authenticate(request);
    await this.start(request, signedIn.user);
    await this.orEnd(request, () => this.signIn.checkStill(signedIn));
    return signedIn.user;
  }

  private authenticate(request: Request): Promise<SignedIn> {
    return new Promise((resolve, reject) => {
      const decided = (failure: unknown, signedIn: SignedIn) =>
        failure ? reject(failure) : resolve(signedIn);
      (this.passport.authenticate('local', decided) as RequestHandler)(
        request,
        request.res!,
        reject,
      );
    });
  }

  /** Signs somebody in, in a new session. @throws DomainError store_unavailable */
  async start(request: Request, user: User): Promise<void> {
    await this.unlist(request);
    await settled((done) => request.session.regenerate(done));
    await this.index.add(user.id, request.sessionID);
    const browser = browserOf(request.get('User-Agent'));
    Object.assign(request.session, {
      user: { id: user.id, role: user.role },
      since: this.clock.instant(),
      browser,
    });
    await settled((done) => request.session.save(done));
    this.hint(request.res!, request.session.cookie.maxAge ?? SESSION_LASTS_MS);
    const device = this.signIn.newDevice(user, request.get('Cookie'));
    if (device)
      request.res!.cookie(DEVICE_COOKIE, device, {
        ...this.cookie,
        path: LOGIN,
        maxAge: DEVICE_LASTS_MS,
      });
  }

  /** Ends the session, if there is one, here and in the browser. @throws DomainError store_unavailable */
  async end(request: Request): Promise<void> {
    await this.unlist(request);
    await settled((done) => request.session.destroy(done));
    request.res!.clearCookie(SESSION_COOKIE, this.cookie);
    request.res!.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }

  /** Ends all sessions of a person and starts a new one here: what was known of the old ones opens nothing any more. */
  async renew(request: Request, user: User): Promise<void> {
    await this.index.endAll(user.id, request.sessionID);
    await this.start(request, user);
    await this.orEnd(request, () => this.signIn.checkNotSuspended(user.id));
  }

  /** What ends all sessions of a person ends those that are listed by then; this one may have come after it. */
  private async orEnd(request: Request, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      await this.end(request);
      throw error;
    }
  }

  /** The session of a request is about to go. */
  private async unlist(request: Request): Promise<void> {
    await settled((done) => this.keep(request, request.res!, done));
    const { session, sessionID } = request;
    if (session.user) await this.index.forget(session.user.id, sessionID);
  }

  private welcome(request: Request, user: SessionUser): void {
    request.user = user;
    this.index.seen(user.id, request.sessionID);
  }

  /** Lasts as long as the session has still to go. */
  private hint(response: Response, lastsMs: number): void {
    response.cookie(SIGNED_IN_COOKIE, '1', { ...this.hintCookie, maxAge: lastsMs });
  }

  /** A browser may lose either cookie, and a session may end in Redis. */
  private correctHint(
    request: Request,
    response: Response,
    data: SessionData | null | undefined,
  ): void {
    const hinted = request.get('Cookie')?.includes(`${SIGNED_IN_COOKIE}=`) ?? false;
    if (request.user && !hinted)
      this.hint(
        response,
        Date.parse(String(data?.cookie.expires)) - Date.now() || SESSION_LASTS_MS,
      );
    const asksWho = request.baseUrl + request.path === identityRoutes.me.path;
    if (!request.user && hinted && asksWho) response.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }
}

const settled = (work: (done: (failure?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) =>
    work((failure) => (failure ? reject(unavailable(failure)) : resolve())),
  );

const unavailable = (cause: unknown) =>
  new DomainError(
    'store_unavailable',
    'Courtly cannot reach its sessions right now. Please try again in a moment.',
    undefined,
    { cause },
  );
