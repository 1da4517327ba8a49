import type { Kind, Where } from '../storage/objects.js';
import { find, type World } from '../world.js';
import { group, integer, text, type Shape, type Values } from './parameters.js';

/** One call of the API. `id` and `child` are what stands in the path for `:id` and `:child`. */
export type Route = Readonly<{
  shape: Shape;
  /** A browser may call it with the publishable key, and the client secret where the path names an intent. */
  browser: boolean;
  run: (world: World, params: never, id: string, child: string) => object;
}>;
export type Routes = Readonly<Record<string, Route>>;

type Run<S extends Shape> = (world: World, params: Values<S>, id: string, child: string) => object;

export const route = <const S extends Shape>(shape: S, run: Run<S>): Route => ({
  shape,
  run,
  browser: false,
});

export const browserRoute = <const S extends Shape>(shape: S, run: Run<S>): Route => ({
  shape,
  run,
  browser: true,
});

const paging = { limit: integer, starting_after: text, ending_before: text };
const created = group({ gt: integer, gte: integer, lt: integer, lte: integer });

/** A page of one kind, newest first. `where` says which parameters choose, and by which field. */
export const listRoute = <K extends Kind, const S extends Shape>(
  kind: K,
  path: string,
  shape: S,
  where: (params: Values<S>, id: string) => Where,
): Route =>
  route({ ...paging, created, ...shape }, (world, params, id) => {
    const { starting_after, ending_before, limit = 10 } = params as Values<typeof paging>;
    for (const [name, cursor] of Object.entries({ starting_after, ending_before }))
      if (cursor) find(world, kind, cursor, name);
    const page = world.objects.page(kind, {
      where: where(params as Values<S>, id),
      created: (params as { created?: object }).created,
      limit: Math.min(Math.max(limit, 1), 100),
      starting_after: starting_after ?? undefined,
      ending_before: ending_before ?? undefined,
    });
    return {
      object: 'list',
      data: page.data,
      has_more: page.has_more,
      url: path.replace(':id', id),
    };
  });

export const retrieveRoute = (kind: Kind): Route =>
  route({}, (world, _params, id) => find(world, kind, id));

/** Finds the route of a request, with what stands for `:id` and `:child` in its path. */
export function matcher(routes: Routes) {
  const patterns = Object.entries(routes).map(([name, found]) => {
    const [method, path] = name.split(' ') as [string, string];
    return { name, method, route: found, parts: path.split('/') };
  });
  return (method: string, path: string) => {
    const parts = path.split('/');
    for (const pattern of patterns) {
      if (pattern.method !== method || pattern.parts.length !== parts.length) continue;
      const matches = pattern.parts.every((part, index) =>
        part.startsWith(':') ? parts[index] !== '' : part === parts[index],
      );
      if (!matches) continue;
      const [id = '', child = ''] = parts.filter((_, index) =>
        pattern.parts[index]!.startsWith(':'),
      );
      return {
        name: pattern.name,
        route: pattern.route,
        id: decodeURIComponent(id),
        child: decodeURIComponent(child),
      };
    }
    return undefined;
  };
}
