#!/usr/bin/env node
// Prints the names of all roles, one a line: API_URL=https://… API_TOKEN=… node src/print-roles.js
import { Api } from './api.js'

const { API_URL = '', API_TOKEN = '' } = process.env

try {
  for await (const { name } of new Api(API_URL, API_TOKEN).roles()) console.log(name)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
