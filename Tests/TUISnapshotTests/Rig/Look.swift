/// Looks again and again until it is so, hundreds of times at most: what is expected after that says
/// what was not.
func look(until isSo: () async throws -> Bool) async rethrows {
  for _ in 0..<400 where try await isSo() { return }
}
