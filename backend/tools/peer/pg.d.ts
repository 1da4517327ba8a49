/** The part of pg 8 that the peer uses, because the package is installed on demand. */
declare module 'pg' {
  type Client = {
    connect(): Promise<void>;
    query(text: string, values?: readonly string[]): Promise<object>;
    end(): Promise<void>;
  };

  type Query = { name: string; text: string; values: readonly string[] };

  type Pool = { query<Row extends object>(query: Query): Promise<{ rows: Row[] }> };

  const pg: {
    Client: new (url: string) => Client;
    Pool: new (options: { connectionString: string | undefined; max: number }) => Pool;
  };
  export default pg;
}
