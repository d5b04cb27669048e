import { OptionError } from '../contract/errors.js'
import { shown } from '../contract/settings.js'

/** @throws OptionError For what is no address of a service. */
export function checkUrl(name: string, text: unknown): void {
  // What may hold a password is not repeated.
  const given = String(text).includes('@') ? '' : `, but is "${shown(text)}"`
  let url: URL
  try {
    url = new URL(String(text))
  } catch {
    throw new OptionError(`"${name}" must be an absolute URL such as https://reg.example.com${given}`)
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new OptionError(`"${name}" must be a http or https URL without query and fragment`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new OptionError(`"${name}" must hold no user name and no password`)
  }
}
