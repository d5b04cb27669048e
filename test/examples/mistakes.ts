/** Mistakes that all examples can make, for each to say where. */
export const forgottenStatus = {
  when: 'the client takes an error for an answer',
  replace: 'if (!response.ok)',
  by: 'if (false)',
}

export const forgottenReset = {
  when: 'a test leaves its records behind',
  replace: 'await mock.reset()',
  by: 'await Promise.resolve()',
}

export const trustedPage = {
  when: 'the client counts on a list in every page',
  replace: 'page.data ?? []',
  by: 'page.data',
  says: 'fails when roles.empty=null',
}
