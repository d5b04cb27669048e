// Generated from the OpenAPI document of the control plane by `npm run docs`.

export interface paths {
  '/__conmock/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Tells that the server runs. Needs no token and allows every Host */
    get: operations['getHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Returns a stream of server-sent events
     * @description `request`: `{ space, entry }`. `change`: `{ space, what }`. `space`: `{ name, what }`. `lost`: the server no longer has all events after `Last-Event-ID`, so read the state again.
     */
    get: operations['streamEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Lists the spaces */
    get: operations['listSpaces']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the options of a space */
    get: operations['getSpace']
    /** Creates a space. A space with the same options does not change. One with other options is replaced */
    put: operations['createSpace']
    post?: never
    /** Removes a space. The space `default` is reset */
    delete: operations['deleteSpace']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Resets records, tokens, assumptions, clock, faults and journal */
    post: operations['resetSpace']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/snapshot': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Stores the state of a space, for `restore` */
    post: operations['createSnapshot']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Restores the state of a snapshot */
    post: operations['restoreSnapshot']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/world': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Exports all records */
    get: operations['exportWorld']
    /** Replaces all records. Missing fields are generated */
    put: operations['replaceWorld']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/ledger': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the ledger: which responses and shapes the space has sent */
    get: operations['getLedger']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/volunteers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns volunteers in the order of their ids */
    get: operations['listVolunteers']
    put?: never
    /** Creates one volunteer or a list of them. Missing fields are generated */
    post: operations['createVolunteers']
    /** Deletes all volunteers, or those that match */
    delete: operations['deleteVolunteers']
    options?: never
    head?: never
    /** Makes the same changes to all volunteers that match */
    patch: operations['updateVolunteers']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/volunteers/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the volunteer with an id */
    get: operations['getVolunteer']
    put?: never
    post?: never
    /** Deletes the volunteer with an id */
    delete: operations['deleteVolunteer']
    options?: never
    head?: never
    /** Changes the volunteer with an id. Objects are merged, lists are replaced */
    patch: operations['updateVolunteer']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns users in the order of their ids */
    get: operations['listUsers']
    put?: never
    /** Creates one user or a list of them. Missing fields are generated */
    post: operations['createUsers']
    /** Deletes all users, or those that match */
    delete: operations['deleteUsers']
    options?: never
    head?: never
    /** Makes the same changes to all users that match */
    patch: operations['updateUsers']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/users/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the user with an id */
    get: operations['getUser']
    put?: never
    post?: never
    /** Deletes the user with an id */
    delete: operations['deleteUser']
    options?: never
    head?: never
    /** Changes the user with an id. Objects are merged, lists are replaced */
    patch: operations['updateUser']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns roles in the order of their ids */
    get: operations['listRoles']
    put?: never
    /** Creates one role or a list of them. Missing fields are generated */
    post: operations['createRoles']
    /** Deletes all roles, or those that match */
    delete: operations['deleteRoles']
    options?: never
    head?: never
    /** Makes the same changes to all roles that match */
    patch: operations['updateRoles']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/roles/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the role with an id */
    get: operations['getRole']
    put?: never
    post?: never
    /** Deletes the role with an id */
    delete: operations['deleteRole']
    options?: never
    head?: never
    /** Changes the role with an id. Objects are merged, lists are replaced */
    patch: operations['updateRole']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Lists the tokens that the space accepts */
    get: operations['listTokens']
    put?: never
    /** Issues a token */
    post: operations['issueToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/tokens/{token}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Makes a token invalid */
    delete: operations['revokeToken']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/assumptions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the value of every assumption */
    get: operations['getAssumptions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Changes assumptions from the next request on */
    patch: operations['changeAssumptions']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/clock': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the time of the space */
    get: operations['getClock']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Advances the clock, for tokens, cursors and the rate limit */
    patch: operations['advanceClock']
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/faults': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Lists the active faults */
    get: operations['listFaults']
    put?: never
    /** Adds a fault, which makes responses slow or wrong */
    post: operations['addFault']
    /** Removes all faults */
    delete: operations['clearFaults']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/faults/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Removes a fault */
    delete: operations['removeFault']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/__conmock/v1/spaces/{space}/requests': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Returns the requests that the space has answered, or waits for one */
    get: operations['listRequests']
    put?: never
    post?: never
    /** Removes all entries from the journal */
    delete: operations['clearRequests']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    ContactMethod: {
      /** @description Name of the contact method */
      name: string
      /** @description True when this is the volunteer's preferred way of being contacted */
      isPrimary: boolean
      /** @description Arbitrary string identifier of the contact method */
      value: string
    }
    DepartmentAssignment: {
      /** @description Unique identifier of the department */
      id: string
      /** @description Flags for the volunteer's preference or assignment */
      states: ('experience' | 'interest' | 'avoid' | 'assignment' | 'request')[]
      /** @description Name of the department. An entry may come back without this field */
      name?: string
    }
    User: {
      /** @description Unique identifier of the user */
      id: string
      /** @description First name */
      firstName: string
      /** @description Last name */
      lastName: string
      /** @description Username */
      username: string
      /** @description If present, used instead of first and last name, except where legally required */
      preferredName?: string | null
      /**
       * @description Phone number in E.164 format
       * @example +12125550142
       */
      phone: string
      /** @description Email address */
      email: string
    }
    Option: {
      /** @description Name of the option as defined by the event */
      name: string
      /**
       * @description Type as defined by the event
       * @enum {string}
       */
      type: 'select' | 'multi' | 'text' | 'number'
      /** @description The option's value */
      value: number | string | string[]
    }
    Volunteer: {
      /** @description Unique identifier of the volunteer record */
      id: string
      /**
       * @description ISO-8601 date
       * @example 2026-01-31T18:30:00.000Z
       */
      createdAt: string
      /**
       * @description ISO-8601 date
       * @example 2026-01-31T18:30:00.000Z
       */
      updatedAt: string
      /** @description Contact methods provided by the volunteer */
      contactMethods: components['schemas']['ContactMethod'][]
      /** @description Departments where the volunteer has a preference or an assignment */
      departments: components['schemas']['DepartmentAssignment'][]
      user: components['schemas']['User']
      /** @description Event-customized options holding arbitrary data provided by the volunteer */
      options: components['schemas']['Option'][]
    }
    Role: {
      /** @description Unique identifier of the role */
      id: string
      /** @description Unique name of the role */
      name: string
    }
    VolunteerInput: {
      /** @description Unique identifier of the volunteer record */
      id?: string
      /**
       * @description ISO-8601 date
       * @example 2026-01-31T18:30:00.000Z
       */
      createdAt?: string
      /**
       * @description ISO-8601 date
       * @example 2026-01-31T18:30:00.000Z
       */
      updatedAt?: string
      /** @description Contact methods provided by the volunteer */
      contactMethods?: {
        /** @description Name of the contact method */
        name?: string
        /** @description True when this is the volunteer's preferred way of being contacted */
        isPrimary?: boolean
        /** @description Arbitrary string identifier of the contact method */
        value?: string
      }[]
      /** @description Departments where the volunteer has a preference or an assignment */
      departments?: {
        /** @description Unique identifier of the department */
        id?: string
        /** @description Flags for the volunteer's preference or assignment */
        states?: ('experience' | 'interest' | 'avoid' | 'assignment' | 'request')[]
        /** @description Name of the department. An entry may come back without this field */
        name?:
          | string
          | {
              /** @constant */
              $absent: true
            }
      }[]
      user?: components['schemas']['UserInput']
      /** @description Event-customized options holding arbitrary data provided by the volunteer */
      options?: {
        /** @description Name of the option as defined by the event */
        name?: string
        /**
         * @description Type as defined by the event
         * @enum {string}
         */
        type?: 'select' | 'multi' | 'text' | 'number'
        /** @description The option's value */
        value?: number | string | string[]
      }[]
    }
    VolunteerInputs: components['schemas']['VolunteerInput'] | components['schemas']['VolunteerInput'][]
    VolunteerRecords: {
      records: components['schemas']['Volunteer'][]
    }
    VolunteerPage: {
      records: components['schemas']['Volunteer'][]
      /** @description Pass it as `after` to get the next page */
      next?: string
      /** @description Number of records that match. Missing if `search` has not read the whole list */
      total?: number
    }
    UserInput: {
      /** @description Unique identifier of the user */
      id?: string
      /** @description First name */
      firstName?: string
      /** @description Last name */
      lastName?: string
      /** @description Username */
      username?: string
      /** @description If present, used instead of first and last name, except where legally required */
      preferredName?:
        | (string | null)
        | {
            /** @constant */
            $absent: true
          }
      /**
       * @description Phone number in E.164 format
       * @example +12125550142
       */
      phone?: string
      /** @description Email address */
      email?: string
    }
    UserInputs: components['schemas']['UserInput'] | components['schemas']['UserInput'][]
    UserRecords: {
      records: components['schemas']['User'][]
    }
    UserPage: {
      records: components['schemas']['User'][]
      /** @description Pass it as `after` to get the next page */
      next?: string
      /** @description Number of records that match. Missing if `search` has not read the whole list */
      total?: number
    }
    RoleInput: {
      /** @description Unique identifier of the role */
      id?: string
      /** @description Unique name of the role */
      name?: string
    }
    RoleInputs: components['schemas']['RoleInput'] | components['schemas']['RoleInput'][]
    RoleRecords: {
      records: components['schemas']['Role'][]
    }
    RolePage: {
      records: components['schemas']['Role'][]
      /** @description Pass it as `after` to get the next page */
      next?: string
      /** @description Number of records that match. Missing if `search` has not read the whole list */
      total?: number
    }
    Health: {
      /** @constant */
      status: 'ok'
      version: string
    }
    Links: {
      health: string
      spaces: string
      events: string
      openapi: string
    }
    Spaces: {
      spaces: {
        /** @description Name of the space */
        name: string
        /** @description Seconds since the last request to the space */
        idleSeconds: number
      }[]
    }
    SpaceOptions: {
      /** @description Seed of the generated data */
      seed?: number
      /**
       * @description The generated data
       * @enum {string}
       */
      scenario?: 'default' | 'empty' | 'single-page' | 'many-pages' | 'personas'
      /** @description Number of generated volunteers */
      volunteers?: number
      /** @description Number of generated roles */
      roles?: number
      /** @description Data instead of a scenario. Missing fields are generated */
      data?: components['schemas']['WorldInput']
      /**
       * @description The defaults of the assumptions
       * @enum {string}
       */
      profile?: 'spec' | 'reported'
      /** @description Values for single assumptions */
      assumptions?: components['schemas']['AssumptionInput']
      /** @description Additional tokens: the scopes of each, or its scopes and lifetime */
      tokens?: {
        [key: string]:
          | ('volunteer:read' | 'user:read')[]
          | {
              /** @description Scopes of the token. By default, it has no scopes */
              scopes?: ('volunteer:read' | 'user:read')[]
              /** @description Seconds until the token expires. By default, it never expires */
              expiresIn?: number
            }
      }
      /** @description Clients of the token endpoint */
      clients?: {
        [key: string]: {
          secret: string
        } & {
          [key: string]: unknown
        }
      }
      /** @description Seconds until a token of the token endpoint expires */
      tokenLifetime?: number
      /** @description Time of a clock that stands still, in milliseconds since 1970 */
      now?: number
      /** @description Whether responses have the header Conmock-Assumed */
      assumedHeader?: boolean
      /** @description Faults from the start */
      faults?: components['schemas']['Fault'][]
      /** @description Maximum number of entries of the journal. 0 turns it off */
      maxRequests?: number
    }
    Space: {
      /** @description Name of the space */
      name: string
      options: components['schemas']['SpaceOptions']
    }
    Snapshot: {
      /** @description Id of the snapshot */
      id: string
    }
    World: {
      /** @constant */
      format: 'conmock-1'
      volunteers: components['schemas']['Volunteer'][]
      users: components['schemas']['User'][]
      roles: components['schemas']['Role'][]
    }
    WorldInput: {
      $schema?: string
      /** @constant */
      format?: 'conmock-1'
      volunteers?: components['schemas']['VolunteerInput'][]
      users?: components['schemas']['UserInput'][]
      roles?: components['schemas']['RoleInput'][]
    }
    Token: {
      token: string
      scopes: string[]
      /** @description When the token expires, in milliseconds since 1970 */
      expiresAt?: number
      /** @constant */
      revoked?: true
      client?: string
      /** @enum {string} */
      origin: 'ready-made' | 'own' | 'issued'
    }
    Tokens: {
      tokens: components['schemas']['Token'][]
    }
    TokenOptions: {
      /** @description Scopes of the token. By default, it has no scopes */
      scopes?: ('volunteer:read' | 'user:read')[]
      /** @description Seconds until the token expires. By default, it never expires */
      expiresIn?: number
      /** @description The token itself. By default, it is generated */
      token?: string
    }
    Settings: {
      /**
       * @description `nextPage` on the last page of the roles
       * @enum {string}
       */
      'roles.lastPage': 'null' | 'absent'
      /**
       * @description `data` when there are no roles
       * @enum {string}
       */
      'roles.empty': 'array' | 'null' | 'absent'
      /** @description Number of roles on a page */
      'roles.pageSize': number
      /**
       * @description Order of the roles
       * @enum {string}
       */
      'roles.order': 'id' | 'name' | 'created'
      /**
       * @description A `limit` query parameter of the roles (`honored`: 1 to 1000, otherwise 400)
       * @enum {string}
       */
      'roles.limit': 'ignored' | 'honored'
      /**
       * @description Any other query parameter of the roles (`rejected`: 400)
       * @enum {string}
       */
      'roles.unknownQuery': 'ignored' | 'rejected'
      /**
       * @description `preferredName` of a user whose record has no preferred name (a `null` in the record stays `null`)
       * @enum {string}
       */
      'user.preferredNameUnset': 'absent' | 'null'
      /**
       * @description `name` of the department entries (`absent`: left out of every entry)
       * @enum {string}
       */
      'department.name': 'present' | 'absent'
      /**
       * @description A cursor that the mock never issued
       * @enum {string}
       */
      'cursor.invalid': '400' | 'first-page' | 'empty-page'
      /** @description How long a cursor stays valid (afterward it is handled as `cursor.invalid`) */
      'cursor.lifetime': number | 'forever'
      /**
       * @description A request without a Bearer token
       * @enum {string}
       */
      'auth.missing': '401' | '403'
      /**
       * @description More than one credential, or a Bearer token with invalid characters
       * @enum {string}
       */
      'auth.malformed': '400' | '401'
      /**
       * @description An unknown, expired or revoked token
       * @enum {string}
       */
      'auth.invalid': '401' | '403'
      /**
       * @description A valid token without the scope of the operation
       * @enum {string}
       */
      'auth.insufficientScope': '401' | '403' | '404'
      /**
       * @description An unknown user (`200-null`: status 200 with the body `null`)
       * @enum {string}
       */
      'volunteer.unknownUser': '404' | '200-null'
      /**
       * @description A user without a volunteer record (`200-null`: status 200 with the body `null`)
       * @enum {string}
       */
      'volunteer.noRecord': '404' | '200-null'
      /**
       * @description Format of error bodies (`problem`: RFC 9457; `envelope`: the format of the real service)
       * @enum {string}
       */
      'errors.body': 'problem' | 'envelope' | 'empty'
      /**
       * @description Media type of error bodies
       * @enum {string}
       */
      'errors.contentType': 'application/json' | 'application/problem+json'
      /**
       * @description A method other than GET and HEAD on a known path (`405` lists the allowed methods in `Allow`)
       * @enum {string}
       */
      'method.notAllowed': '404' | '405'
      /**
       * @description A path with a slash at the end: `/api/v0/roles/`
       * @enum {string}
       */
      'path.trailingSlash': '404' | 'accepted'
      /**
       * @description A user id with invalid percent-encoding, such as `%zz`
       * @enum {string}
       */
      'path.malformedEncoding': '400' | '404'
      /**
       * @description A path below `/api/v0` that is not in the API specification (with `501`, the credential is checked first)
       * @enum {string}
       */
      'path.unknown': '404' | '501'
      /** @description Limit on the number of requests (above it: 429 with `Retry-After`) */
      rateLimit:
        | 'none'
        | {
            requests: number
            perSeconds: number
          }
      /**
       * @description A `hasMore` boolean on the role page
       * @enum {string}
       */
      'extras.hasMore': 'absent' | 'present'
      /**
       * @description An `isStaff` boolean on the user
       * @enum {string}
       */
      'extras.isStaff': 'absent' | 'present'
      /**
       * @description An OAuth client-credentials endpoint at `/api/oauth/token`
       * @enum {string}
       */
      'token.endpoint': 'off' | 'on'
      /**
       * @description Scopes that the token endpoint grants: those of the API specification, or all that the real service lists for services
       * @enum {string}
       */
      'token.scopes': 'specified' | 'service'
    }
    Assumptions: {
      settings: components['schemas']['Settings']
    }
    AssumptionInput: {
      /**
       * @description `nextPage` on the last page of the roles
       * @enum {string}
       */
      'roles.lastPage'?: 'null' | 'absent'
      /**
       * @description `data` when there are no roles
       * @enum {string}
       */
      'roles.empty'?: 'array' | 'null' | 'absent'
      /** @description Number of roles on a page */
      'roles.pageSize'?: number
      /**
       * @description Order of the roles
       * @enum {string}
       */
      'roles.order'?: 'id' | 'name' | 'created'
      /**
       * @description A `limit` query parameter of the roles (`honored`: 1 to 1000, otherwise 400)
       * @enum {string}
       */
      'roles.limit'?: 'ignored' | 'honored'
      /**
       * @description Any other query parameter of the roles (`rejected`: 400)
       * @enum {string}
       */
      'roles.unknownQuery'?: 'ignored' | 'rejected'
      /**
       * @description `preferredName` of a user whose record has no preferred name (a `null` in the record stays `null`)
       * @enum {string}
       */
      'user.preferredNameUnset'?: 'absent' | 'null'
      /**
       * @description `name` of the department entries (`absent`: left out of every entry)
       * @enum {string}
       */
      'department.name'?: 'present' | 'absent'
      /**
       * @description A cursor that the mock never issued
       * @enum {string}
       */
      'cursor.invalid'?: '400' | 'first-page' | 'empty-page'
      /** @description How long a cursor stays valid (afterward it is handled as `cursor.invalid`) */
      'cursor.lifetime'?: number | 'forever'
      /**
       * @description A request without a Bearer token
       * @enum {string}
       */
      'auth.missing'?: '401' | '403'
      /**
       * @description More than one credential, or a Bearer token with invalid characters
       * @enum {string}
       */
      'auth.malformed'?: '400' | '401'
      /**
       * @description An unknown, expired or revoked token
       * @enum {string}
       */
      'auth.invalid'?: '401' | '403'
      /**
       * @description A valid token without the scope of the operation
       * @enum {string}
       */
      'auth.insufficientScope'?: '401' | '403' | '404'
      /**
       * @description An unknown user (`200-null`: status 200 with the body `null`)
       * @enum {string}
       */
      'volunteer.unknownUser'?: '404' | '200-null'
      /**
       * @description A user without a volunteer record (`200-null`: status 200 with the body `null`)
       * @enum {string}
       */
      'volunteer.noRecord'?: '404' | '200-null'
      /**
       * @description Format of error bodies (`problem`: RFC 9457; `envelope`: the format of the real service)
       * @enum {string}
       */
      'errors.body'?: 'problem' | 'envelope' | 'empty'
      /**
       * @description Media type of error bodies
       * @enum {string}
       */
      'errors.contentType'?: 'application/json' | 'application/problem+json'
      /**
       * @description A method other than GET and HEAD on a known path (`405` lists the allowed methods in `Allow`)
       * @enum {string}
       */
      'method.notAllowed'?: '404' | '405'
      /**
       * @description A path with a slash at the end: `/api/v0/roles/`
       * @enum {string}
       */
      'path.trailingSlash'?: '404' | 'accepted'
      /**
       * @description A user id with invalid percent-encoding, such as `%zz`
       * @enum {string}
       */
      'path.malformedEncoding'?: '400' | '404'
      /**
       * @description A path below `/api/v0` that is not in the API specification (with `501`, the credential is checked first)
       * @enum {string}
       */
      'path.unknown'?: '404' | '501'
      /** @description Limit on the number of requests (above it: 429 with `Retry-After`) */
      rateLimit?:
        | 'none'
        | {
            requests: number
            perSeconds: number
          }
      /**
       * @description A `hasMore` boolean on the role page
       * @enum {string}
       */
      'extras.hasMore'?: 'absent' | 'present'
      /**
       * @description An `isStaff` boolean on the user
       * @enum {string}
       */
      'extras.isStaff'?: 'absent' | 'present'
      /**
       * @description An OAuth client-credentials endpoint at `/api/oauth/token`
       * @enum {string}
       */
      'token.endpoint'?: 'off' | 'on'
      /**
       * @description Scopes that the token endpoint grants: those of the API specification, or all that the real service lists for services
       * @enum {string}
       */
      'token.scopes'?: 'specified' | 'service'
    }
    Clock: {
      /** @description The time of the space, in milliseconds since 1970 */
      now: number
    }
    Advance: {
      /** @description Seconds */
      advance: number
    }
    JournalEntry: {
      id: number
      /** @description When the request arrived, in milliseconds since 1970 */
      time: number
      method: string
      path: string
      /** @description All values except `nextPage` are hidden */
      query: {
        [key: string]: string
      }
      /** @enum {string} */
      operation?: 'getVolunteer' | 'listRoles' | 'token'
      status: number
      durationMs: number
      /** @description Name of the token, or `unknown` */
      token?: string
      scopes: string[]
      refusal?: {
        code?: string
        detail: string
        hint?: string
      }
      note?: string
      /** @description The assumptions that the response depends on */
      assumed: string[]
      /** @description The shapes of the response */
      shapes: string[]
      /** @description The fault that changed the response */
      fault?: string
      space: string
    }
    Requests: {
      requests: components['schemas']['JournalEntry'][]
      /** @description Number of older entries that the journal has dropped */
      dropped: number
    }
    Fault: {
      /** @enum {string} */
      operation?: 'getVolunteer' | 'listRoles' | 'token'
      when?: {
        nth?: number
        first?: number
        every?: number
        from?: number
      }
      effect: {
        status?: number
        retryAfter?: number
        delay?: number | [number, number]
        /** @constant */
        dropConnection?: true
        truncateBody?: number
        /** @constant */
        invalidJson?: true
        /** @constant */
        hang?: true
      }
    }
    ActiveFault: {
      /** @enum {string} */
      operation?: 'getVolunteer' | 'listRoles' | 'token'
      when?: {
        nth?: number
        first?: number
        every?: number
        from?: number
      }
      effect: {
        status?: number
        retryAfter?: number
        delay?: number | [number, number]
        /** @constant */
        dropConnection?: true
        truncateBody?: number
        /** @constant */
        invalidJson?: true
        /** @constant */
        hang?: true
      }
      id: string
    }
    Faults: {
      faults: components['schemas']['ActiveFault'][]
    }
    Ledger: {
      /** @constant */
      version: 1
      answers: {
        /** @enum {string} */
        operation?: 'getVolunteer' | 'listRoles' | 'token'
        status: number
        code?: string
        count: number
      }[]
      shapes: {
        [key: string]: number
      }
      assumptions: {
        [key: string]: {
          [key: string]: number
        }
      }
    }
    Problem: {
      /** @constant */
      type: 'about:blank'
      title: string
      status: number
      /** @description What is wrong, and what to do */
      detail: string
      /** @description Name of the error class in the library */
      error: string
      /** @description Path of the invalid option */
      option?: string
      /** @description What is wrong, without the name of the option */
      reason?: string
      /** @description What the invalid data are, such as `Volunteer` */
      subject?: string
      /** @description Every problem in the data, with its JSON path */
      problems?: {
        path: string
        reason: string
      }[]
    }
  }
  responses: {
    /** @description The JSON, a query parameter or the Host header is invalid */
    BadRequest: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The token of the control plane is missing or wrong */
    Unauthorized: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The host or the origin is not allowed */
    Forbidden: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The space or the record does not exist, or the control plane is off */
    NotFound: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The id or name is taken, there are too many spaces, or the journal has dropped entries */
    Conflict: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The body is longer than 10 MiB */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The header Content-Type is not application/json */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The body is invalid */
    UnprocessableEntity: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/problem+json': components['schemas']['Problem']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The server runs */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Health']
        }
      }
    }
  }
  streamEvents: {
    parameters: {
      query?: never
      header?: {
        /** @description Id of the last event that the client knows. The stream starts with the events after it */
        'Last-Event-ID'?: number
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The events */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSpaces: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The spaces */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Spaces']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSpace: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The space */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Space']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  createSpace: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        /**
         * @example {
         *       "scenario": "personas"
         *     }
         */
        'application/json': components['schemas']['SpaceOptions']
      }
    }
    responses: {
      /** @description The space existed */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Space']
        }
      }
      /** @description The space is new */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Space']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  deleteSpace: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The space is removed */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  resetSpace: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The space is as after its creation */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  createSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The snapshot */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Snapshot']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  restoreSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "1"
         *     }
         */
        'application/json': components['schemas']['Snapshot']
      }
    }
    responses: {
      /** @description The state is restored */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  exportWorld: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All records */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['World']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  replaceWorld: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "volunteers": [
         *         {
         *           "user": {
         *             "id": "42"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['WorldInput']
      }
    }
    responses: {
      /** @description The records are replaced */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getLedger: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The ledger */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Ledger']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listVolunteers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description Words that must all occur in the values of a record, in any order and case. If there are more than 5000 records, a page may have fewer results than `limit`, or none. The last page has no `next` */
        search?: string
        /** @description Maximum number of results. The default is 100 */
        limit?: number
        /** @description Id of the last record of the page before: the `next` of its response */
        after?: string
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VolunteerPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  createVolunteers: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        /**
         * @example {
         *       "user": {
         *         "firstName": "Ada",
         *         "preferredName": {
         *           "$absent": true
         *         }
         *       },
         *       "departments": []
         *     }
         */
        'application/json': components['schemas']['VolunteerInputs']
      }
    }
    responses: {
      /** @description The new volunteers */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VolunteerRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  deleteVolunteers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The deleted volunteers, if the request has a condition */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VolunteerRecords']
        }
      }
      /** @description All volunteers are deleted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateVolunteers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "user": {
         *         "firstName": "Ada",
         *         "preferredName": {
         *           "$absent": true
         *         }
         *       },
         *       "departments": []
         *     }
         */
        'application/json': components['schemas']['VolunteerInput']
      }
    }
    responses: {
      /** @description The changed volunteers */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['VolunteerRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getVolunteer: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The volunteer */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Volunteer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteVolunteer: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The volunteer */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Volunteer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateVolunteer: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "user": {
         *         "firstName": "Ada",
         *         "preferredName": {
         *           "$absent": true
         *         }
         *       },
         *       "departments": []
         *     }
         */
        'application/json': components['schemas']['VolunteerInput']
      }
    }
    responses: {
      /** @description The volunteer */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Volunteer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  listUsers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description Words that must all occur in the values of a record, in any order and case. If there are more than 5000 records, a page may have fewer results than `limit`, or none. The last page has no `next` */
        search?: string
        /** @description Maximum number of results. The default is 100 */
        limit?: number
        /** @description Id of the last record of the page before: the `next` of its response */
        after?: string
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  createUsers: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        /**
         * @example {
         *       "firstName": "Ada"
         *     }
         */
        'application/json': components['schemas']['UserInputs']
      }
    }
    responses: {
      /** @description The new users */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  deleteUsers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The deleted users, if the request has a condition */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserRecords']
        }
      }
      /** @description All users are deleted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateUsers: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "firstName": "Ada"
         *     }
         */
        'application/json': components['schemas']['UserInput']
      }
    }
    responses: {
      /** @description The changed users */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "firstName": "Ada"
         *     }
         */
        'application/json': components['schemas']['UserInput']
      }
    }
    responses: {
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  listRoles: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description Words that must all occur in the values of a record, in any order and case. If there are more than 5000 records, a page may have fewer results than `limit`, or none. The last page has no `next` */
        search?: string
        /** @description Maximum number of results. The default is 100 */
        limit?: number
        /** @description Id of the last record of the page before: the `next` of its response */
        after?: string
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RolePage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  createRoles: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "hr:staff"
         *     }
         */
        'application/json': components['schemas']['RoleInputs']
      }
    }
    responses: {
      /** @description The new roles */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  deleteRoles: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The deleted roles, if the request has a condition */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleRecords']
        }
      }
      /** @description All roles are deleted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateRoles: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description `true`: exactly one record must match. Otherwise nothing changes, and the status is 404 */
        single?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "hr:staff"
         *     }
         */
        'application/json': components['schemas']['RoleInput']
      }
    }
    responses: {
      /** @description The changed roles */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleRecords']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getRole: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Role']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteRole: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Role']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  updateRole: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "hr:staff"
         *     }
         */
        'application/json': components['schemas']['RoleInput']
      }
    }
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Role']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  listTokens: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The tokens */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Tokens']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  issueToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        /**
         * @example {
         *       "scopes": [
         *         "volunteer:read"
         *       ],
         *       "expiresIn": 60
         *     }
         */
        'application/json': components['schemas']['TokenOptions']
      }
    }
    responses: {
      /** @description The token */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Token']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  revokeToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        token: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The token is invalid */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getAssumptions: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The assumptions */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Assumptions']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  changeAssumptions: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "roles.pageSize": 25
         *     }
         */
        'application/json': components['schemas']['AssumptionInput']
      }
    }
    responses: {
      /** @description The assumptions */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Assumptions']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  getClock: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The time */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Clock']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  advanceClock: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "advance": 3600
         *     }
         */
        'application/json': components['schemas']['Advance']
      }
    }
    responses: {
      /** @description The new time */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Clock']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  listFaults: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The faults */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Faults']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addFault: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "operation": "listRoles",
         *       "when": {
         *         "nth": 2
         *       },
         *       "effect": {
         *         "status": 503
         *       }
         *     }
         */
        'application/json': components['schemas']['Fault']
      }
    }
    responses: {
      /** @description The fault */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ActiveFault']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  clearFaults: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description There are no faults */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  removeFault: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The fault is removed */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
  listRequests: {
    parameters: {
      query?: {
        /** @description JSON: an id, or an object with members that must be equal, such as `{"user":{"firstName":"Ada"}}`. `{"$absent":true}` matches a missing member */
        where?: string
        /** @description Id of an entry: returns the oldest entries after it. Without it, returns the newest entries */
        after?: number
        /** @description Maximum number of results. The default is 100 */
        limit?: number
        /** @description Maximum number of milliseconds to wait for a matching entry. Returns as soon as there is one */
        wait?: number
        /** @description `true`: if the journal has dropped entries, the status is 409 */
        complete?: boolean
      }
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The entries, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Requests']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
    }
  }
  clearRequests: {
    parameters: {
      query?: never
      header?: never
      path: {
        space: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The journal is empty */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
    }
  }
}
