/** Why a verification could not be done as it was asked for: no statement about the contract. One line. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem'
}
