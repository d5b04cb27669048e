/** Calls a member of the admin API, such as `w1/roles.create`. Returns the response, whose body is not read. */
export function callMember(
  url: string,
  member: string,
  args: readonly unknown[] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/__conmock/v1/${member}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
  })
}
