// What `conmock openapi` prints.
export { createOpenApiDocument } from '../contract/openapi.js'
