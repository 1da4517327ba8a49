import { Link } from 'react-router-dom';
import { applyTheme, themeOptions, useTheme } from '../lib/theme';
import { Logo } from './logo';
import { CONCIERGE_EMAIL, paths } from '../config/paths';

const linkClass = 'inline-flex min-h-11 items-center md:min-h-9 underline-offset-4 hover:underline';

const papers = [
  [paths.terms, 'Terms'],
  [paths.privacy, 'Privacy'],
  [paths.cancellationPolicy, 'Cancellation'],
  [paths.hostingTerms, 'Hosting Terms'],
] as const;

export function Footer() {
  const theme = useTheme();
  return (
    <footer className="mt-24 border-t border-rule">
      <div className="page grid grid-cols-2 gap-10 py-14 md:grid-cols-[2fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Logo />
          <p className="mt-4 max-w-sm text-quiet">
            A network of private tennis and pickleball courts and the people who play on them.
          </p>
        </div>
        <nav aria-label="The club">
          <h2 className="eyebrow">The club</h2>
          <ul className="mt-3 grid">
            <li>
              <Link to={paths.courts} className={linkClass}>
                Browse Courts
              </Link>
            </li>
            <li>
              <Link to={paths.howItWorks} className={linkClass}>
                How It Works
              </Link>
            </li>
            <li>
              <a href={`mailto:${CONCIERGE_EMAIL}`} className={linkClass}>
                Concierge
              </a>
            </li>
          </ul>
        </nav>
        <nav aria-label="Joining">
          <h2 className="eyebrow">Joining</h2>
          <ul className="mt-3 grid">
            <li>
              <Link to={paths.hostApplication} className={linkClass}>
                Become a Host
              </Link>
            </li>
            <li>
              <Link to={paths.playerApplication} className={linkClass}>
                Apply as Player
              </Link>
            </li>
            <li>
              <Link to={paths.elite} className={linkClass}>
                Elite Membership
              </Link>
            </li>
          </ul>
        </nav>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-rule py-6 text-small text-quiet">
          <p>© Courtly. All rights reserved.</p>
          <nav aria-label="Legal">
            <ul className="flex flex-wrap gap-x-5">
              {papers.map(([path, label]) => (
                <li key={path}>
                  <Link to={path} className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div role="group" aria-label="Colors" className="-ml-3 flex gap-1">
            {themeOptions.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={theme === value}
                onClick={() => applyTheme(value)}
                className="h-9 cursor-pointer rounded-sm px-3 hover:text-ink aria-pressed:bg-sunk aria-pressed:text-ink"
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      </div>
    </footer>
  );
}
