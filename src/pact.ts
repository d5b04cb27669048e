export { like } from './pact/like.js'
export { providerStates } from './pact/states/provider-states.js'
