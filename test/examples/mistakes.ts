/** Mistakes that are possible in several examples. Each example adds the file. */
export const forgottenStatus = {
  when: 'the client treats an error as a success',
  replace: 'if (!response.ok)',
  by: 'if (false)',
}

export const forgottenReset = {
  when: 'a test does not reset its records',
  replace: 'await mock.reset()',
  by: 'await Promise.resolve()',
}

/** `explainFailures` prints the reason. */
export const unknownToken = {
  when: 'a test sends an unknown token',
  replace: "apiFor('mock-volunteer-read')",
  by: "apiFor('typo')",
  says: 'The token is unknown.',
}

export const trustedPage = {
  when: 'the client expects a list in every page',
  replace: 'page.data ?? []',
  by: 'page.data',
  says: 'fails when roles.empty=null',
}
