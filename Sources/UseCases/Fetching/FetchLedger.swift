internal import FeedDomain

/// What is here so far, and what may still be asked for.
@MainActor final class FetchLedger {
  /// How long a question waits for the next.
  private static let pace = Duration.milliseconds(250)

  let session: Session
  let budget: FetchPlan.Budget
  /// What is here so far.
  var provision = Provision() { didSet { if provision != oldValue { changed(provision) } } }
  private let changed: @MainActor (Provision) -> Void
  private var requests = 0

  init(
    _ session: Session, _ budget: FetchPlan.Budget,
    changed: @escaping @MainActor (Provision) -> Void
  ) {
    (self.session, self.budget, self.changed) = (session, budget, changed)
  }

  /// Whether more may be asked for, or nothing more is to be had.
  var isOpen: Bool { provision.shortfall == nil }

  /// The service answered a question.
  func noteAnswer() { requests += 1 }

  /// Asks, where the budget allows it and nothing has failed yet; nil where nothing came of that.
  @discardableResult func ask<Answer>(
    _ work: @MainActor () async throws(FetchFailure) -> Answer
  ) async -> Answer? {
    guard isOpen else { return nil }
    guard requests < budget.requests else {
      provision.shortfall = .budget
      return nil
    }
    do throws(FetchFailure) {
      if requests > 0 { try await session.world.pause(for: Self.pace) }
      return try await Purpose.due.asking(work)
    } catch {
      provision.shortfall = Provision.Shortfall(error)
      return nil
    }
  }

  /// Reads what is stored; nil where that fails.
  func read<Value>(_ work: @MainActor () async throws(StoreError) -> Value) async -> Value? {
    do throws(StoreError) { return try await work() } catch {
      provision.shortfall = provision.shortfall ?? .store(error)
      return nil
    }
  }
}

extension Provision.Shortfall {
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
