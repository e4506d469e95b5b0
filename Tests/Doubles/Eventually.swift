/// Lets everything that can go on do so, until the condition holds.
///
/// Gives up after very many turns, so that a test that cannot succeed ends; no clock is looked at.
@MainActor package func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}
