// A proxy may show the page below a prefix, such as `/mocks/`. In Vite, its path is `/__conmock/`.
const [, prefix = '', pathInVite] = /^(.*?)(\/__conmock)?\/?$/.exec(location.pathname)!

/** URL of the server, without a slash at the end. */
export const serverUrl = location.origin + prefix

/** Whether the options of the mock are in the configuration of Vite. */
export const isInVite = pathInVite !== undefined
