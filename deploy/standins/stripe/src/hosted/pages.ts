import type { StripeState } from '../state.js';
import { submitExpress, showExpress } from './express.js';
import { submitOnboarding, showOnboarding } from './onboarding.js';
import { notFoundPage, type HostedPage } from './page.js';
import { submitPortal, showPortal } from './portal.js';
import { submitAuthentication, showAuthentication } from './three-d-secure.js';

type FormFields = Readonly<Record<string, string>>;

/** Pages that Stripe would host, at `/hosted/<kind>/<id>`. */
export function hostedPage(
  state: StripeState,
  httpMethod: string,
  pagePath: string,
  queryFields: FormFields,
  formFields: FormFields,
): HostedPage {
  const [, , pageKind, pathToken = ''] = pagePath.split('/');
  switch (`${httpMethod} ${pageKind}`) {
    case 'GET three_d_secure':
      return showAuthentication(state, pathToken, queryFields);
    case 'POST three_d_secure':
      return submitAuthentication(state, pathToken, queryFields, formFields);
    case 'GET onboarding':
      return showOnboarding(state, pathToken);
    case 'POST onboarding':
      return submitOnboarding(state, pathToken, formFields);
    case 'GET express':
      return showExpress(state, pathToken);
    case 'POST express':
      return submitExpress(state, pathToken, formFields);
    case 'GET portal':
      return showPortal(state, pathToken);
    case 'POST portal':
      return submitPortal(state, pathToken, formFields);
    default:
      return notFoundPage('This page does not exist.');
  }
}
