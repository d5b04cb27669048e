import { api } from './mock/api'

/** For `npx conmock`, `conmock pact` and `conmock verify`, on your computer and in CI. */
export default { extend: api }
