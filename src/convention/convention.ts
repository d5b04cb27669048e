import type { Api } from '../contract/api.js'
import { assumptions } from './assumptions.js'
import { builtInData } from './built-in-data.js'
import { countOptions, kinds } from './kinds.js'
import { operations } from './operations.js'
import { resourceSchemas, type Volunteer } from './resources.js'
import { tokenEndpoint } from './scopes.js'
import { VolunteerHandler } from './volunteer/answer.js'
import { volunteerPath } from './volunteer/operation.js'

/** The Convention Volunteer and Role Read API. */
export const convention: Api = {
  title: 'Convention Volunteer and Role Read API',
  version: 'v0',
  description: 'Read-only operations of a convention registration service, as the mock conmock serves them.',
  prefix: '/api/v0',
  provider: 'convention-read-api',
  kinds,
  countOptions,
  builtInData,
  schemas: resourceSchemas,
  operations,
  answers: { getVolunteer: { open: (parts) => new VolunteerHandler(parts) } },
  assumptions: { ...assumptions },
  pageForm: 'roles',
  moreOperations:
    'The operations that the vendor of the real service documents are in conmock/reported: --extend reported, or extend: reportedApi.',
  tokenEndpoint,
  credential: { name: 'serviceIntegration', description: 'A Service Integration credential' },
  fixtures: {
    of: 'a user',
    probed: ['userId', 'userWithPreferredNameAbsent', 'userWithoutRecord', 'unknownUser'],
  },
  examplePaths(find) {
    const volunteer = find('volunteers') as Volunteer | undefined
    return [operations.listRoles.path, ...(volunteer ? [volunteerPath(volunteer.user.id)] : [])]
  },
}
