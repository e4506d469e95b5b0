internal import FeedDomain
internal import UseCases

/// The streams that an account has, by the words that name them on the command line.
struct OfferedStreams {
  /// The streams: those that are tabs first, in their order.
  let streams: [StreamTab]
  /// Which of them are tabs.
  let tabs: [StreamTab]

  /// What the service offers and what the reader chose; nil where they chose nothing.
  init(_ connection: ServiceConnection, chosen: [StreamTab]?) {
    tabs = chosen ?? connection.streams
    // At services of photos they are among the tabs, where there are any.
    let hasOwn = connection.publishing != nil && !connection.account.service.isOfPhotos
    let own: [Feed] = hasOwn ? [.likes, .bookmarks] : []
    let rest = connection.streams + own.map { .feed($0) }
    var known = Set(tabs)
    streams = tabs + rest.filter { known.insert($0).inserted }
  }

  /// What is typed for a stream: a list by its name, where no other is called so, else by its id.
  func word(for stream: StreamTab) -> String {
    switch stream {
    case .nearby: return "nearby"
    case .feed(.tag(let tag)): return "#\(tag)"
    case .feed(.list(let id, let name)):
      return "list:" + (!name.isEmpty && lists(called: name).count == 1 ? name : id)
    // None of the others is ever a tab.
    case .feed(let feed): return StreamName.words.first { $0.feed == feed }?.name ?? ""
    }
  }

  /// The lists that somebody means who typed that: by name, however it is written, or by id.
  func lists(called typed: String) -> [Feed] {
    let sought = typed.lowercased()
    return streams.compactMap(\.feed).filter {
      guard case .list(let id, let name) = $0 else { return false }
      return id == typed || name.lowercased() == sought
    }
  }
}

extension Backstage {
  /// The streams of an account; those that the reader chose cannot always be read, which is no reason
  /// to print none.
  func streams(of connection: ServiceConnection) async -> OfferedStreams {
    var chosen: [StreamTab]?
    do throws(StoreError) {
      chosen = try await shelf.tabs?.tabs(account: connection.account.id)
    } catch {
      chosen = nil
    }
    return OfferedStreams(connection, chosen: chosen?.isEmpty == true ? nil : chosen)
  }
}
