export const like = {}
