import * as z from 'zod/mini'
import { links } from '../admin-path.js'
import { described } from '../../contract/resources/fields.js'
import { coverageSchema } from '../../coverage/coverage-file.js'
import { operations, type ListOperationId } from '../../contract/operations.js'
import { resourceSchemas } from '../../contract/resources.js'
import { activeFault, fault, journalEntry, requests, sentResponse } from './journal.js'
import { data, dataInput, recordSchemas } from './records.js'
import { assumptionInput, measured, settings, sandboxOptions, token, tokenOptions } from './settings.js'

const sandboxName = described(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)), 'Name of the sandbox')

type Resource = Exclude<keyof typeof resourceSchemas, (typeof operations)[ListOperationId]['response']>

/** The resources without the pages of the API, which the admin API never returns. */
const resources = Object.fromEntries(
  Object.entries(resourceSchemas).filter(
    ([name]) => !Object.values(operations).some((each) => 'list' in each && each.response === name),
  ),
) as Pick<typeof resourceSchemas, Resource>

/** The schemas of all bodies, by the name that they have in the OpenAPI document. */
export const components = {
  ...resources,
  ...recordSchemas,
  Health: z.object({ status: z.literal('ok'), version: z.string() }),
  Links: z.object(Object.fromEntries(Object.keys(links).map((name) => [name, z.string()]))),
  OpenApi: z.looseObject({ openapi: z.string() }),
  Sandboxes: z.object({
    sandboxes: z.array(
      z.object({
        name: sandboxName,
        idleSeconds: described(z.int(), 'Seconds since the last request to the sandbox'),
      }),
    ),
  }),
  SandboxOptions: sandboxOptions,
  Sandbox: z.object({ name: sandboxName, options: sandboxOptions }),
  Snapshot: z.strictObject({ id: described(z.string(), 'Id of the snapshot') }),
  Data: data,
  DataInput: dataInput,
  Token: token,
  Tokens: z.object({ tokens: z.array(token) }),
  TokenOptions: tokenOptions,
  Settings: settings,
  Assumptions: z.object({ settings, measured }),
  AssumptionInput: assumptionInput,
  Clock: z.object({ now: described(z.number(), 'The time of the sandbox, in milliseconds since 1970') }),
  Advance: z.strictObject({ advance: described(z.number().check(z.minimum(0)), 'Seconds') }),
  JournalEntry: journalEntry,
  Requests: requests,
  SentResponse: sentResponse,
  Fault: fault,
  ActiveFault: activeFault,
  Faults: z.object({ faults: z.array(activeFault) }),
  Coverage: coverageSchema,
  Problem: z.object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: described(z.string(), 'What is wrong, and what to do'),
    error: described(z.string(), 'Name of the error class in the library'),
    option: z.optional(described(z.string(), 'Path of the invalid option')),
    reason: z.optional(described(z.string(), 'What is wrong, without the name of the option')),
    subject: z.optional(described(z.string(), 'What the invalid data is, such as `Volunteer`')),
    problems: z.optional(
      described(
        z.array(z.object({ path: z.string(), reason: z.string() })),
        'Every problem in the data, with its JSON path',
      ),
    ),
  }),
} satisfies Record<string, z.ZodMiniType>

export type ComponentName = keyof typeof components
