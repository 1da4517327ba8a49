import type { ObjectKind, ObjectFilter } from '../storage/objects.js';
import { findObject, kindOf, type StripeState } from '../state.js';
import {
  groupField,
  integerField,
  pageSizeField,
  textField,
  type ParameterField,
  type ParameterShape,
  type ShapeValues,
} from './parameters.js';

/** A call of the API. `pathId` and `childId` are the values of `:id` and `:child` in the path. */
export type ApiRoute = Readonly<{
  shape: ParameterShape;
  /**
   * Browsers may call it with the publishable key, plus the client secret if the path names an
   * intent.
   */
  browser: boolean;
  /** Can be called for a connected account (`Stripe-Account`). */
  connected: boolean;
  run: (state: StripeState, parameters: never, pathId: string, childId: string) => object;
}>;
export type ApiRoutes = Readonly<Record<string, ApiRoute>>;

type RouteHandler<S extends ParameterShape> = (
  state: StripeState,
  parameters: ShapeValues<S>,
  pathId: string,
  childId: string,
) => object;

export const createRoute = <const S extends ParameterShape>(
  parameterShape: S,
  routeHandler: RouteHandler<S>,
): ApiRoute => ({
  shape: parameterShape,
  run: routeHandler,
  browser: false,
  connected: false,
});

/** A route that can be called for a connected account (`Stripe-Account`). */
export const forAccounts = (apiRoute: ApiRoute): ApiRoute => ({ ...apiRoute, connected: true });

export const createBrowserRoute = <const S extends ParameterShape>(
  parameterShape: S,
  routeHandler: RouteHandler<S>,
): ApiRoute => ({
  shape: parameterShape,
  run: routeHandler,
  browser: true,
  connected: false,
});

const pagingShape = { limit: pageSizeField, starting_after: textField, ending_before: textField };
const createdRangeShape = groupField({
  gt: integerField,
  gte: integerField,
  lt: integerField,
  lte: integerField,
});
/** A range of Unix seconds, or one second. */
const createdField: ParameterField<object> = {
  parse(rawValue, parameterName) {
    if (typeof rawValue !== 'string') return createdRangeShape.parse(rawValue, parameterName);
    const createdSeconds = integerField.parse(rawValue, parameterName);
    return { gte: createdSeconds, lte: createdSeconds };
  },
};

/** Lists objects of one kind, newest first. `buildFilter` maps parameters to field filters. */
export const createListRoute = <K extends ObjectKind, const S extends ParameterShape>(
  objectKind: K,
  listPath: string,
  filterShape: S,
  buildFilter: (parameters: ShapeValues<S>, pathId: string, state: StripeState) => ObjectFilter,
): ApiRoute =>
  createRoute(
    { ...pagingShape, created: createdField, ...filterShape },
    (state, parameters, pathId) => {
      const {
        starting_after,
        ending_before,
        limit = 10,
      } = parameters as ShapeValues<typeof pagingShape>;
      const storedKind = kindOf(objectKind, state.account);
      for (const [cursorName, cursorId] of Object.entries({ starting_after, ending_before }))
        if (cursorId) findObject(state, storedKind, cursorId, cursorName);
      const objectPage = state.objects.page(storedKind, {
        where: buildFilter(parameters as ShapeValues<S>, pathId, state),
        created: (parameters as { created?: object }).created,
        limit,
        starting_after: starting_after ?? undefined,
        ending_before: ending_before ?? undefined,
      });
      return {
        object: 'list',
        data: objectPage.data,
        has_more: objectPage.has_more,
        url: listPath.replace(':id', pathId),
      };
    },
  );

export const createRetrieveRoute = (objectKind: ObjectKind): ApiRoute =>
  createRoute({}, (state, _params, objectId) =>
    findObject(state, kindOf(objectKind, state.account), objectId),
  );

/** Finds the route of a request and the values of `:id` and `:child`. */
export function createMatcher(apiRoutes: ApiRoutes) {
  const routePatterns = Object.entries(apiRoutes).map(([routeName, matchedRoute]) => {
    const [httpMethod, requestPath] = routeName.split(' ') as [string, string];
    return {
      name: routeName,
      method: httpMethod,
      route: matchedRoute,
      parts: requestPath.split('/'),
    };
  });
  return (httpMethod: string, requestPath: string) => {
    const pathParts = requestPath.split('/');
    for (const routePattern of routePatterns) {
      if (routePattern.method !== httpMethod || routePattern.parts.length !== pathParts.length)
        continue;
      const matchesPattern = routePattern.parts.every((patternPart, partIndex) =>
        patternPart.startsWith(':')
          ? pathParts[partIndex] !== ''
          : patternPart === pathParts[partIndex],
      );
      if (!matchesPattern) continue;
      const [pathId = '', childId = ''] = pathParts.filter((_, partIndex) =>
        routePattern.parts[partIndex]!.startsWith(':'),
      );
      return {
        name: routePattern.name,
        route: routePattern.route,
        id: decodeURIComponent(pathId),
        child: decodeURIComponent(childId),
      };
    }
    return undefined;
  };
}
