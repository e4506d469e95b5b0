import Synchronization

@testable import FeedServices

/// A store of secrets behind a message bus, with one collection.
final class FakeSecretStore: Sendable {
  static let collection = "/org/freedesktop/secrets/collection/login"

  private struct Item {
    let path: String
    let attributes: DBusValue
    let secret: DBusValue
  }

  private let items = Mutex<[Item]>([])
  private let heard = Mutex<[DBusMessage]>([])
  /// Whether it wants to ask somebody before it opens anything.
  let isLocked: Bool
  let hasCollection: Bool

  init(isLocked: Bool = false, hasCollection: Bool = true) {
    self.isLocked = isLocked
    self.hasCollection = hasCollection
  }

  /// What it was asked, in order.
  var calls: [DBusMessage] { heard.withLock { $0 } }
  /// How many secrets it keeps.
  var count: Int { items.withLock { $0.count } }

  /// Answers a call.
  func answer(_ call: DBusMessage) -> [[UInt8]] {
    heard.withLock { $0.append(call) }
    let nothing = DBusValue.path("/")
    switch call.member {
    case "Hello": return [FakeBus.reply(call, .text(":1.1"))]
    case "OpenSession": return [FakeBus.reply(call, .variant(.text("")), .path("/session/1"))]
    case "ReadAlias":
      return [FakeBus.reply(call, hasCollection ? .path(Self.collection) : nothing)]
    case "Unlock":
      return [
        isLocked
          ? FakeBus.reply(call, .list([], of: "o"), .path("/prompt/1"))
          : FakeBus.reply(call, call.body[0], nothing)
      ]
    case "SearchItems":
      let found = items.withLock { items in
        items.filter { $0.attributes == call.body[0] }.map { DBusValue.path($0.path) }
      }
      let (open, closed) = isLocked ? ([], found) : (found, [])
      return [FakeBus.reply(call, .list(open, of: "o"), .list(closed, of: "o"))]
    case "CreateItem": return [FakeBus.reply(call, .path(create(call)), nothing)]
    case "GetSecret":
      let secret = items.withLock { items in items.first { $0.path == call.path }?.secret }
      return [secret.map { FakeBus.reply(call, $0) } ?? FakeBus.failure(call, "gone")]
    case "Delete":
      items.withLock { items in items.removeAll { $0.path == call.path } }
      return [FakeBus.reply(call, nothing)]
    default: return [FakeBus.failure(call, "org.freedesktop.DBus.Error.UnknownMethod")]
    }
  }

  private func create(_ call: DBusMessage) -> String {
    guard case .list(let properties, of: "{sv}") = call.body[0],
      case .entry(_, .variant(let attributes)) = properties[1]
    else { return "/" }
    return items.withLock { items in
      items.removeAll { $0.attributes == attributes }
      let path = "\(Self.collection)/\(items.count + 1)"
      items.append(Item(path: path, attributes: attributes, secret: call.body[1]))
      return path
    }
  }
}
