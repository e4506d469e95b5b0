/// On whose behalf a service is asked: what it allows is spent first on what the reader asked for.
///
/// It travels with the task, and whoever speaks with a server looks at it there.
public enum Purpose: CaseIterable, Sendable {
  /// The reader asked for it: they opened, refreshed, liked or wrote something.
  case asked
  /// It is due by itself: a stream is looked at again, or what happened to the reader.
  case due
  /// It is shown beside what the reader looks at as they pass, and nobody asked for it.
  case passing

  /// What is asked for now.
  @TaskLocal public static var current = Purpose.asked
}

extension Purpose {
  /// Asks for this purpose.
  @discardableResult
  package func asking<Value, Failure: Error>(
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let answer = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await ask()) } catch { return .failure(error) }
    }
    return try answer.get()
  }
}
