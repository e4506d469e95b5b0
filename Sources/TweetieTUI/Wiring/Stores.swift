import FeedDomain
import FeedStorage
import Logging
import UseCases

/// The stores, as they were opened.
struct Stores {
  let shelf: Session.Shelf
  /// What cannot be kept, and why; nil where everything can.
  let inMemory: InMemory?
  /// The columns of the deck.
  var columns: [DeckColumn] = []
  /// Where these are kept.
  var tabStore: any TabStore { feeds.tabStore }
  let feeds: SQLiteFeedStore
  let outbox: SQLiteOutbox

  /// What is but held in memory, and why.
  enum InMemory {
    /// What is read; what is written is kept.
    case reading(StoreError)
    case everything(StoreError)

    var reason: StoreError {
      switch self {
      case .reading(let error), .everything(let error): error
      }
    }
  }
}

/// What the stores need besides being used, once there is time for it.
extension Stores {
  /// Something that the person should know of the files.
  enum Finding: Equatable {
    /// The outbox was damaged; it lies there now, and a new one was begun.
    case outboxSetAside(String)
    /// The outbox cannot be opened; whoever writes next tries again.
    case outboxClosed(StoreError)
    /// What was fetched was damaged, and a new file was begun.
    case feedsBegunAnew
  }

  /// Opens the outbox, and returns what was found when the files were opened.
  func findings(_ log: any Log) async -> [Finding] {
    var findings: [Finding] = []
    do throws(StoreError) { try await outbox.open() } catch {
      log.note(.storage, .error, "the outbox could not be opened: \(error)")
      findings.append(.outboxClosed(error))
    }
    if let path = await feeds.setAside {
      log.note(.storage, .error, "the cache was damaged and put at \(path)")
      findings.append(.feedsBegunAnew)
    }
    // Told last, so that it is what stays in the bottom line.
    if let path = await outbox.setAside {
      log.note(.storage, .error, "the outbox was damaged and put at \(path)")
      findings.append(.outboxSetAside(path))
    }
    return findings
  }

  /// Looks through the cache where it was not closed last time; true where it had to be begun anew.
  func verify(_ log: any Log) async -> Bool {
    guard await feeds.wasLeftOpen else { return false }
    do throws(StoreError) {
      let isSound = try await feeds.verify()
      log.note(.storage, .info, "the cache was not closed last time; it is sound: \(isSound)")
      return !isSound
    } catch {
      log.note(.storage, .error, "the cache could not be looked through: \(error)")
      return false
    }
  }

  /// Whether another process changed something since this was asked last; the first time, no.
  func changedElsewhere() async -> Bool {
    do throws(StoreError) {
      // Both are asked, so that both know what has been seen.
      let feeds = try await feeds.changedElsewhere()
      let outbox = try await outbox.changedElsewhere()
      return feeds || outbox
    } catch {
      // What cannot be asked now is asked again with a later key; reading tells what is wrong.
      return false
    }
  }
}
