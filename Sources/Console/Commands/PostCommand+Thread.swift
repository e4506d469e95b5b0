internal import FeedDomain
internal import Terminal
import Words

/// Posting several posts at once, each of which answers the one before.
extension PostCommand {
  /// So many posts are a thread; more are a text that was not meant.
  private static let mostPosts = 100

  /// The posts in the files, in their order; "-" is standard input.
  func posts(in files: [String]) throws(CommandFailure) -> [String] {
    var posts: [String] = []
    for file in files {
      if file == "-" {
        if input.isTerminal { throw .nothingToPost }
        do { posts += ThreadText.posts(in: try input.text()) } catch { throw .input(error) }
      } else {
        do {
          posts += ThreadText.posts(in: try input.text(of: file))
        } catch {
          throw .unreadableText(file, error)
        }
      }
    }
    guard !posts.isEmpty else { throw .emptyPost }
    guard posts.count <= Self.mostPosts else { throw .threadTooLong(most: Self.mostPosts) }
    return posts
  }

  /// Publishes the first with the others behind it; on trial it shows them alone. What is wrong with
  /// any of them is told before anything is sent.
  func publish(
    _ first: Draft, with others: ArraySlice<String>, as account: SignedInAccount,
    within limits: DraftLimits
  ) async throws(CommandFailure) {
    // Where whoever is named sees it and nobody else, who was named goes on being so.
    let next = first.successor
    let thread = first.followed(by: others.map { next.saying(next.text + $0) })
    if options.isTrial { show(thread, within: limits) }
    if let trouble = limits.trouble(with: thread, at: backstage.world.now) {
      throw .unfit(trouble)
    }
    var failures = failures(of: thread, within: limits)
    if let last = failures.popLast() {
      failures.forEach { printer.complain(wording.sentence(for: $0)) }
      throw last
    }
    try await look(at: first, within: limits)
    if !options.isTrial { try await send(thread, as: account) }
  }
}

extension PostCommand {
  private func failures(of thread: Draft, within limits: DraftLimits) -> [CommandFailure] {
    let posts = thread.posts
    return posts.enumerated().compactMap { place, post in
      do throws(CommandFailure) {
        try check(post, against: limits)
        return nil
      } catch {
        let place = Draft.Place(number: place + 1, count: posts.count)
        return posts.count > 1 ? .inThread(place, error) : error
      }
    }
  }

  private func show(_ thread: Draft, within limits: DraftLimits) {
    let posts = thread.posts
    for (place, post) in posts.enumerated() {
      let left = limits.remaining(for: post)
      let room =
        left < 0
        ? wording.tooLong(by: -left)
        : wording.plural("{count} character left", "{count} characters left", left)
      let title = wording.postOfThread(Draft.Place(number: place + 1, count: posts.count))
      if place > 0 { printer.show("") }
      printer.show(PrintedLine(title, .bold).adding(" · ").adding(room, .dim))
      SafeText.lines(sanitizing: post.text).forEach { printer.show(PrintedLine($0)) }
    }
  }

  /// Sends it, and tells what came of each post.
  private func send(_ thread: Draft, as account: SignedInAccount) async throws(CommandFailure) {
    var key = OutboxItem.ID(thread.id.rawValue)
    let change = Change.publish(thread)
    let results = try await backstage.send(change, as: account, key: key)
    let count = thread.posts.count
    var exposed: CommandFailure?
    for number in 1...count {
      let outcome: Outcome
      do throws(CommandFailure) {
        outcome = try await telling(thread.posts[number - 1], key) {
          () throws(CommandFailure) in
          try backstage.outcome(of: change, key: key, among: results)
        }
      } catch {
        throw count > 1 ? .inThread(Draft.Place(number: number, count: count), error) : error
      }
      if let draft = thread.post(number - 1) {
        exposed = Change.publish(draft).failure(after: outcome) ?? exposed
      }
      if case .post(let post) = outcome, !options.json {
        printer.show(PrintedLine(wording.posted(post.id)))
      }
      key = OutboxItem.ID(TimedKey.following(key.rawValue))
    }
    if let exposed { throw exposed }
  }
}

/// A text with several posts in it, between which a line of three hyphens stands.
enum ThreadText {
  /// The posts, without those that say nothing.
  static func posts(in text: String) -> [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split(whereSeparator: isDivision).map { lines in
      var lines = lines.drop(while: isBlank)
      while lines.last.map(isBlank) == true { lines.removeLast() }
      return lines.joined(separator: "\n")
    }.filter { !$0.isEmpty }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isDivision(_ line: Substring) -> Bool {
    line.hasPrefix("---") && isBlank(line.dropFirst(3))
  }
}
