// In the project of the test, this file exports the entry of the installed package.
export { conmock, type ConmockFixtures } from '../../../src/playwright.js'
