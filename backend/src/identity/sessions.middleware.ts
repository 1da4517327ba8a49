import { hkdfSync } from 'node:crypto';
import { type User, identityRoutes } from '@courtly/contracts/identity';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { Inject, Injectable } from '@nestjs/common';
import { RedisStore } from 'connect-redis';
import type { CookieOptions, NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { CONFIG, type Config } from '../config.js';
import type { SessionUser } from '../http/request.js';
import { DomainError } from '../kernel/domain-error.js';
import { RedisClient } from '../kernel/redis.js';
import { SignIn } from './sign-in.js';

/** A request whose session cannot be read, since Redis is away: nobody knows who calls. */
export type SessionRequest = Request & { sessionUnknown?: true };

const COOKIE = 'courtly';
const LASTS_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Sessions: an id in a cookie, the person's id and role in Redis. One lasts 14 days from its sign-in, however much it is
 * used; it gets a new id at every sign-in, and is gone from Redis at the sign-out. Beside it goes a cookie for scripts, which
 * says that there is a session and nothing else: see SIGNED_IN_COOKIE.
 */
@Injectable()
export class Sessions {
  private readonly passport = new passport.Passport();
  private readonly cookie: CookieOptions;
  private readonly hintCookie: CookieOptions;
  readonly middleware: RequestHandler;

  constructor(redis: RedisClient, signIn: SignIn, @Inject(CONFIG) config: Config) {
    this.cookie = { httpOnly: true, sameSite: 'lax', secure: config.PUBLIC_URL.startsWith('https:') };
    this.hintCookie = { ...this.cookie, httpOnly: false };
    this.passport.serializeUser<SessionUser>((user, done) => done(null, sessionUser(user as User)));
    this.passport.deserializeUser<SessionUser>((user, done) => done(null, user));
    this.passport.use(
      new Strategy({ usernameField: 'email', passReqToCallback: true }, (request, email, password, done) => {
        signIn.check(email, password, request.ip ?? '').then((user) => done(null, user), done);
      }),
    );
    const read = session({
      name: COOKIE,
      secret: Buffer.from(hkdfSync('sha256', config.SECRET, '', 'courtly sessions', 32)).toString('hex'),
      store: new RedisStore({ client: redis.commands, prefix: `${redis.prefix}:session:`, disableTouch: true }),
      cookie: { ...this.cookie, maxAge: LASTS_MS },
      resave: false,
      saveUninitialized: false,
    });
    const restore = this.passport.session() as RequestHandler;
    this.middleware = (request: SessionRequest, response: Response, next: NextFunction) =>
      read(request, response, (failure?: unknown) => {
        // A session that cannot be saved is reported a second time, when the answer is already on its way.
        if (response.headersSent) return;
        if (failure) {
          request.sessionUnknown = true;
          return next();
        }
        void restore(request, response, (fault?: unknown) => {
          this.correctHint(request, response);
          next(fault);
        });
      });
  }

  /** The person whose e-mail and password the body of the request holds. @throws DomainError as SignIn.check */
  authenticate(request: Request): Promise<User> {
    return new Promise((resolve, reject) => {
      const decided = (failure: unknown, user: User) => (failure ? reject(failure) : resolve(user));
      (this.passport.authenticate('local', decided) as RequestHandler)(request, request.res!, reject);
    });
  }

  /** Signs somebody in, in a new session. @throws DomainError store_unavailable */
  async start(request: Request, user: User): Promise<void> {
    await this.settled((done) => request.login(user, done));
    this.hint(request);
  }

  /** Ends the session, if there is one, here and in the browser. @throws DomainError store_unavailable */
  async end(request: Request): Promise<void> {
    await this.settled((done) => request.session.destroy(done));
    request.res!.clearCookie(COOKIE, this.cookie);
    request.res!.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }

  /** Lasts as long as the session has still to go. */
  private hint({ res, session }: Request): void {
    res!.cookie(SIGNED_IN_COOKIE, '1', { ...this.hintCookie, maxAge: session.cookie.maxAge ?? LASTS_MS });
  }

  /** A browser may lose either cookie, and a session may end in Redis. */
  private correctHint(request: Request, response: Response): void {
    const hinted = request.get('Cookie')?.includes(`${SIGNED_IN_COOKIE}=`) ?? false;
    if (request.user && !hinted) this.hint(request);
    const asksWho = request.baseUrl + request.path === identityRoutes.me.path;
    if (!request.user && hinted && asksWho) response.clearCookie(SIGNED_IN_COOKIE, this.hintCookie);
  }

  private settled(work: (done: (failure: unknown) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => work((failure) => (failure ? reject(unavailable(failure)) : resolve())));
  }
}

const sessionUser = ({ id, role }: User): SessionUser => ({ id, role });

const unavailable = (cause: unknown) =>
  new DomainError(
    'store_unavailable',
    'Courtly cannot reach its sessions right now. Please try again in a moment.',
    undefined,
    { cause },
  );
