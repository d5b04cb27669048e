/** Something prevented a verification, so nothing is known about the contract. The message is one line. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem'
}
