internal import FeedDomain

/// What is here so far, and what may still be asked for.
@MainActor final class FetchLedger {
  /// How long a question waits for the next.
  private static let pace = Duration.milliseconds(250)

  let session: Session
  let budget: FetchPlan.Budget
  /// What is here so far.
  var offlineCopy = OfflineCopy() { didSet { if offlineCopy != oldValue { changed(offlineCopy) } } }
  private let changed: @MainActor (OfflineCopy) -> Void
  private var requests = 0

  init(
    _ session: Session, _ budget: FetchPlan.Budget,
    changed: @escaping @MainActor (OfflineCopy) -> Void
  ) {
    (self.session, self.budget, self.changed) = (session, budget, changed)
  }

  /// Whether more may be asked for, or nothing more is to be had.
  var isOpen: Bool { offlineCopy.missingPart == nil }

  /// The service answered a question.
  func noteAnswer() { requests += 1 }

  /// Asks, where the budget allows it and nothing has failed yet; nil where nothing came of that.
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

  /// Reads what is stored; nil where that fails.
  func read<Value>(_ work: @MainActor () async throws(StoreError) -> Value) async -> Value? {
    do throws(StoreError) { return try await work() } catch {
      offlineCopy.missingPart = offlineCopy.missingPart ?? .store(error)
      return nil
    }
  }
}

extension OfflineCopy.MissingPart {
  /// Nil where what came is all there is for now.
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
