/** The part of fastify 5 that the peer uses, because the package is installed on demand. */
declare module 'fastify' {
  export type FastifyRequest = { body: unknown; cookies: Partial<Record<string, string>> };

  type Reply = { code(status: number): Reply; send(body: object): Reply };

  type Handler<Params> = (
    request: FastifyRequest & { params: Params },
    reply: Reply,
  ) => Promise<Reply | object>;

  type Application = {
    register(plugin: typeof import('@fastify/cookie').default): PromiseLike<unknown>;
    post(path: string, handler: Handler<unknown>): void;
    get<Route extends { Params: object }>(path: string, handler: Handler<Route['Params']>): void;
    listen(address: { port: number; host: string }): Promise<string>;
  };

  export default function fastify(): Application;
}

declare module '@fastify/cookie' {
  const cookie: (application: object) => void;
  export default cookie;
}
