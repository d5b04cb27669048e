import type { Api } from './api'

/** Shows the volunteer record of a user in an element. */
export async function showVolunteer(element: Element, api: Api, userId: string): Promise<void> {
  const volunteer = await api.getVolunteer(userId)
  if (volunteer === null) {
    element.textContent = 'This user has not volunteered.'
    return
  }
  const { preferredName, firstName, lastName } = volunteer.user
  const heading = document.createElement('h2')
  heading.textContent = preferredName || `${firstName} ${lastName}`
  element.replaceChildren(heading)
}
