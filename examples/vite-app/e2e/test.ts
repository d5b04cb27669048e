import { test as base } from '@playwright/test'
import { conmock } from 'conmock/playwright'
import { api } from '../mock/api'

/** The URL of a running conmock server. Without it, the process of each test answers the requests. */
const server = process.env['CONMOCK_URL']

/** The base URL of the API in the app. */
export const apiUrl = server ?? 'https://reg.example.com'

export const test = base.extend(conmock({ server, baseUrl: apiUrl, coverage: true, extend: api }))

export { expect } from '@playwright/test'
