import { ChevronDown, Menu as Lines } from 'lucide-react';
import { type Session, displayName } from '../resources/session/session';
import { Button } from '../ui/button';
import { Menu, MenuGroup, MenuItem, MenuLink } from '../ui/menu';
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
  if (session.state !== 'member')
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
        <Button {...triggerProps} variant="outline" className="max-w-44 min-w-0">
          {session.user.avatar && (
            <img
              src={session.user.avatar}
              alt=""
              className="-ml-2 size-7 shrink-0 rounded-full bg-sunk object-cover"
            />
          )}
          <span className="truncate leading-normal">{displayName(session.user)}</span>
          <ChevronDown size={16} strokeWidth={1.8} aria-hidden className="shrink-0" />
        </Button>
      )}
    >
      <MenuGroup>{renderLinks(menuLinks(session))}</MenuGroup>
      <MenuGroup className="lg:hidden">{renderLinks(headerItems)}</MenuGroup>
      <MenuGroup>
        <MenuItem onSelect={() => void logout()}>Log Out</MenuItem>
      </MenuGroup>
    </Menu>
  );
}
