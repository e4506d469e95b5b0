internal import FeedDomain

/// The progress and the remaining budget of an offline copy.
@MainActor final class OfflineCopyProgress {
  /// The pause between two requests.
  private static let pace = Duration.milliseconds(250)

  let session: Session
  let budget: FetchPlan.Budget
  /// The offline copy so far.
  var offlineCopy = OfflineCopy() { didSet { if offlineCopy != oldValue { changed(offlineCopy) } } }
  private let changed: @MainActor (OfflineCopy) -> Void
  private var requests = 0

  init(
    _ session: Session, _ budget: FetchPlan.Budget,
    changed: @escaping @MainActor (OfflineCopy) -> Void
  ) {
    (self.session, self.budget, self.changed) = (session, budget, changed)
  }

  /// True unless the copy is complete or has failed.
  var isOpen: Bool { offlineCopy.missingPart == nil }

  /// Counts a request against the budget.
  func noteAnswer() { requests += 1 }

  /// Sends a request within the budget; nil after an error or without budget.
  @discardableResult func ask<Answer>(
    _ work: @MainActor () async throws(FetchFailure) -> Answer
  ) async -> Answer? {
    guard isOpen else { return nil }
    guard requests < budget.requests else {
      offlineCopy.missingPart = .budget
      return nil
    }
    do throws(FetchFailure) {
      if requests > 0 { try await session.world.pause(for: Self.pace) }
      return try await RequestPurpose.due.asking(work)
    } catch {
      offlineCopy.missingPart = OfflineCopy.MissingPart(error)
      return nil
    }
  }

  /// Reads from the store; nil after an error.
  func read<Value>(_ work: @MainActor () async throws(StoreError) -> Value) async -> Value? {
    do throws(StoreError) { return try await work() } catch {
      offlineCopy.missingPart = offlineCopy.missingPart ?? .store(error)
      return nil
    }
  }
}

extension OfflineCopy.MissingPart {
  /// nil if the copy is as complete as it can be.
  fileprivate init?(_ failure: FetchFailure) {
    switch failure {
    case .service(.cancelled), .overtaken: self = .calledOff
    case .service(let error): self = .service(error)
    case .heldBack(let until): self = .service(.rateLimited(until: until))
    case .store(let error): self = .store(error)
    case .unfinished: return nil
    }
  }
}
