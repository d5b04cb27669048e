import { handlers } from './handlers.mjs'

export default { handlers }
