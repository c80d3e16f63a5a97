// openapi-fetch with the types of Kifu's contract.

import createClient from "openapi-fetch";

export function createKifu(baseUrl, { token, headers, ...options } = {}) {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient({ ...options, baseUrl, headers: { ...authorization, ...headers } });
}
