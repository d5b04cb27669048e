/** The reasons for which only this operation refuses a request. */
export const volunteerReasons = {
  unknown_user: { status: 404, description: 'An unknown user' },
  no_volunteer_record: { status: 404, description: 'A user without a volunteer record' },
} as const
