import type { Client, ClientOptions } from "openapi-fetch";
import type { components, paths } from "./contract.js";

export type { components, paths };

/** A schema of the contract by its name, as `Schema<"BremenMove">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export interface KifuOptions extends Omit<ClientOptions, "baseUrl" | "headers"> {
  /** Of a record's scribe, seat or reader, of a player, or the operator's key. */
  token?: string;
  /** Further headers of every request. */
  headers?: Record<string, string>;
}

/** What answers are read as: other formats are asked for with `parseAs`. */
export type Media = "application/json" | "application/problem+json";

/** A client of the service at this address: `client.GET("/v1/games/{id}", { params: { path: { id } } })`. */
export function createKifu(baseUrl: string, options?: KifuOptions): Client<paths, Media>;
