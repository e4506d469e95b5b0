/// Lets other tasks run until a condition holds; returns false after very many turns, so that a
/// test that cannot succeed ends. No clock is read.
@MainActor package func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}
