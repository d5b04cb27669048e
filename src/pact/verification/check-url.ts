import { InvalidOptionError } from '../../common/errors.js'
import { shown } from '../../common/shown.js'

/** Checks the URL of a service. @throws InvalidOptionError If it is not valid. */
export function checkUrl(name: string, text: unknown): void {
  // A URL with "@" may contain a password, so the message leaves it out.
  const given = String(text).includes('@') ? '' : `, but is "${shown(text)}"`
  let url: URL
  try {
    url = new URL(String(text))
  } catch {
    throw new InvalidOptionError(`"${name}" must be an absolute URL such as https://reg.example.com${given}`)
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidOptionError(`"${name}" must be an http or https URL without query and fragment`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidOptionError(`"${name}" must not contain a user name or a password`)
  }
}
