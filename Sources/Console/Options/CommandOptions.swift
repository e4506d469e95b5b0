package import FeedDomain
package import Preferences

/// How the full screen opens.
package struct FullScreenOptions: Equatable, Sendable {
  /// On the built-in service, with a store that is thrown away.
  package var isDemo = false
  /// Without pictures, whatever the settings say.
  package var hidesPictures = false
  /// In a theme other than the settings'.
  package var theme: ThemeChoice?
  /// What is gone to at once, as it was typed: an address, or a handle with "@"; nil for nothing.
  package var place: String?
}

extension FullScreenOptions {
  /// Going there at once.
  package init(place: String) { self.place = place }
}

/// How to sign in.
package struct LoginOptions: Equatable, Sendable {
  /// Where the secret comes from.
  package enum Secret: Equatable, Sendable {
    case asked, passwordFromInput, tokenFromInput
    /// A browser leads to it.
    case fromBrowser
    /// A command prints it, now and whenever it is needed.
    case fromCommand(String)
  }

  /// Nil where the person is to choose one.
  package let service: Service?
  package let user: String?
  let server: String?
  package let secret: Secret
  /// Whether the secret is kept in the system's own store.
  var isKeptInStore = false
}

/// Which posts to print, and how.
package struct FeedOptions: Equatable, Sendable {
  /// Nil for home, or for the first there is.
  package let stream: StreamName?
  package let count: Int
  let json: Bool
  let offline: Bool
  /// Whether what is new is printed as it comes.
  var follows = false
}

/// Which streams to name, and how.
package struct FeedsOptions: Equatable, Sendable {
  /// Whose collections are meant, without "@"; nil for the account's own streams.
  package let handle: String?
  let json: Bool
  /// What to do with the reader's own list of feeds; nil for nothing.
  var action: SubscriptionAction?
}

/// What to do with the reader's own list of feeds.
package enum SubscriptionAction: Equatable, Sendable {
  case list, export
  /// Adds what is at an address.
  case add(String)
  /// Adds those of a list in a file; whether it may name private addresses.
  case addList(String, isTrusted: Bool)
  /// Takes one off the list, by its name or address.
  case remove(String)

  /// The file that is read; nil where none is.
  var file: String? {
    switch self {
    case .addList(let file, _): file
    case .add(let typed) where ["/", "./", "~/"].contains(where: typed.hasPrefix): typed
    case .add, .list, .export, .remove: nil
    }
  }
}

/// Which notices to print, and how.
package struct NotificationsOptions: Equatable, Sendable {
  /// Whether those of all accounts are meant.
  let isOfAll: Bool
  package let count: Int
  let json: Bool
  let offline: Bool
}

/// What to publish.
package struct PostOptions: Equatable, Sendable {
  /// Where the text comes from.
  package enum Text: Equatable, Sendable {
    case given(String)
    case standardInput
    /// Standard input where it is no terminal.
    case unsaid
    /// The posts of a thread, from these files; "-" is standard input.
    case thread([String])
  }

  package let text: Text
  var replyTo: Post.ID?
  /// Whether it names those who take part in what is answered, and keeps to its bounds.
  var joinsIn = false
  /// Whether the pictures are covered.
  var isSensitive = false
  /// The post that is shown inside.
  var quoting: Post.ID?
  /// The post that is changed; nil for a new one.
  package var editing: Post.ID?
  /// Nil for what the account is used to.
  let visibility: Visibility?
  let attachments: [Draft.Attachment]
  /// The words to show first; nil for none, or those of the post that is changed.
  var warning: String?
  /// Nil for the language in which the account usually writes.
  package var language: String?
  /// Nil for whoever the account lets quote its posts.
  var quoters: Quoters?
  /// Nil for everybody.
  var answerers: Answerers?
  /// What else is said about it.
  var remarks: [AskedField: String] = [:]
  /// When it is posted, as it was typed; nil for at once.
  var moment: String?
  /// The answers of a poll; none without one.
  var choices: [String] = []
  /// Whether several of them may be chosen.
  var allowsSeveral = false
  /// How long it is open; nil for as long as usual.
  var pollLength: Duration?
  /// Whether it is but shown what would be posted.
  var isTrial = false
  var json = false
}

/// What to look for.
package struct SearchOptions: Equatable, Sendable {
  package let words: String
  package let count: Int
  let json: Bool
  let offline: Bool
}

/// Which account to sign out of.
package struct LogoutOptions: Equatable, Sendable {
  /// Its id or handle; nil for the one that the option names, or the current one.
  let account: String?
  /// Whether nobody is asked, and what was not sent is given up.
  var isForced = false
}

/// What to do with what waits, and how to print it.
package struct OutboxOptions: Equatable, Sendable {
  package let action: OutboxAction
  let json: Bool
}

/// What to do with what waits.
package enum OutboxAction: Equatable, Sendable {
  case list
  /// Sends these items, each by its id or the beginning of it; all without any.
  case send([String])
  case drop([String])
}
