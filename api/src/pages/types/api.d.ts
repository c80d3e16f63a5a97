// What the API takes and gives, read off the contract. The module `contract` is generated from openapi/openapi.json by
// tests/pages/run; nothing of this folder is served.

import type { components, paths } from "contract";

/** A schema of the contract by its name. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export type Text = Schema<"Text">;
export type Method = "get" | "post" | "put" | "delete";

/** The paths of the contract that a method is for. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

/** What the `{names}` of a path are filled with. */
export type Of<P extends string> = Record<Placeholder<P>, string>;

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;
type Successes<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never;
type Json<R> = R extends { content: { "application/json": infer Body } } ? Body : never;

/** The JSON of an answer that is a success. */
export type Answer<P extends keyof paths, M extends Method = "get"> = Json<Successes<Operation<P, M>>>;

/** The JSON that a request sends. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;

/** What a `POST` sends: its body, which the service need not want. */
export type Posted<P extends keyof paths> = Sent & ([Body<P, "post">] extends [never] ? { body?: object } : { body: Body<P, "post"> });

/** The parameters that the query of a `GET` may have. */
export type Query<P extends keyof paths> =
  Operation<P, "get"> extends { parameters: { query?: infer Q } } ? NonNullable<Q> & object : object;

/** How a request is sent beside its method, its address and its body. */
export interface Sent {
  token?: string | null | undefined;
  /** The key under which it may be sent again. */
  key?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** How long the answer may take, in milliseconds. */
  timeout?: number;
}

/** A request of any address. */
export interface Request extends Sent {
  method?: string;
  body?: unknown;
  /** `If-Match`. */
  match?: string | undefined;
  /** `Last-Event-ID`. */
  last?: string | null;
  accept?: string;
}

/** What a problem says, as far as it says it: anything between the service and here may answer too. */
export type ProblemDocument = Partial<Schema<"Problem">>;
