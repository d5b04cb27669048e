import { InvalidOptionError } from '../../contract/errors.js'
import { shown } from '../../contract/settings.js'

/** @throws InvalidOptionError For what is no address of a service. */
export function checkUrl(name: string, text: unknown): void {
  // What may hold a password is not repeated.
  const given = String(text).includes('@') ? '' : `, but is "${shown(text)}"`
  let url: URL
  try {
    url = new URL(String(text))
  } catch {
    throw new InvalidOptionError(`"${name}" must be an absolute URL such as https://reg.example.com${given}`)
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidOptionError(`"${name}" must be a http or https URL without query and fragment`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidOptionError(`"${name}" must hold no user name and no password`)
  }
}
