import type { World } from '../world.js';
import { answerOnboarding, showOnboarding } from './onboarding.js';
import { gone, type Page } from './page.js';
import { answerPortal, showPortal } from './portal.js';
import { answerAuthentication, showAuthentication } from './three-d-secure.js';

type Fields = Readonly<Record<string, string>>;

/** The pages to which Stripe would send a person, by `/hosted/<kind>/<id>`. */
export function hostedPage(
  world: World,
  method: string,
  path: string,
  query: Fields,
  form: Fields,
): Page {
  const [, , kind, id = ''] = path.split('/');
  switch (`${method} ${kind}`) {
    case 'GET three_d_secure':
      return showAuthentication(world, id, query);
    case 'POST three_d_secure':
      return answerAuthentication(world, id, query, form);
    case 'GET onboarding':
      return showOnboarding(world, id);
    case 'POST onboarding':
      return answerOnboarding(world, id, form);
    case 'GET portal':
      return showPortal(world, id);
    case 'POST portal':
      return answerPortal(world, id, form);
    default:
      return gone('There is no such page.');
  }
}
