import { Menu as Lines } from 'lucide-react';
import { type Session, displayName } from '../resources/session/session';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { Menu, MenuGroup, MenuItem, MenuLink } from '../ui/menu';
import { fullName } from '../resources/session/person-labels';
import { useLogout } from '../resources/session/logout';
import { type NavItem, headerLinks, menuLinks } from './navigation';
import { paths } from '../config/paths';

const renderLinks = (navItems: readonly NavItem[]) =>
  navItems.map(({ to, label }) => (
    <MenuLink key={to} to={to}>
      {label}
    </MenuLink>
  ));

/** The menu on the right side of the header, including links that don't fit on a narrow screen. */
export function NavMenu({ session }: { session: Session }) {
  const logout = useLogout();
  const headerItems = headerLinks(session);
  if (session.state !== 'signedIn')
    return (
      <Menu
        trigger={(triggerProps) => (
          <Button
            {...triggerProps}
            variant="quiet"
            size="icon"
            aria-label="Menu"
            className="-mr-2.5 md:hidden"
          >
            <Lines size={22} strokeWidth={1.6} aria-hidden />
          </Button>
        )}
      >
        <MenuGroup>
          {renderLinks([...headerItems, { to: paths.elite, label: 'Apply Elite' }])}
        </MenuGroup>
      </Menu>
    );
  return (
    <Menu
      trigger={(triggerProps) => (
        <Button {...triggerProps} variant="quiet" size="icon" className="rounded-full!">
          <span className="sr-only">{displayName(session.user)}</span>
          <Avatar
            name={fullName(session.user)}
            picture={session.user.avatar}
            className="bg-court! font-semibold text-on-court!"
          />
        </Button>
      )}
    >
      <p dir="auto" className="px-5 py-2">
        <span className="block truncate font-semibold">{displayName(session.user)}</span>
        <span className="block truncate text-small text-quiet">{session.user.email}</span>
      </p>
      <MenuGroup>{renderLinks(menuLinks(session))}</MenuGroup>
      <MenuGroup className="lg:hidden">{renderLinks(headerItems)}</MenuGroup>
      <MenuGroup>
        <MenuItem onSelect={() => void logout()}>Log Out</MenuItem>
      </MenuGroup>
    </Menu>
  );
}
