package import FeedDomain

/// A failure of a command of the command line; `Wording` makes the error message of it.
package indirect enum CommandFailure: Error, Equatable {
  case service(FeedError)
  /// A failure of a command: all web feeds of the stream failed, the first with this error; `all`
  /// are the feeds of the account, from which the failing ones are told apart.
  case feedsFailed([Subscription], among: [Subscription], FeedError)
  case store(StoreError)
  case input(InputReadingError)
  case secret(SecretFailure)
  case notSignedIn
  /// A failure of a command: no account follows web feeds yet.
  case noWebFeeds
  case noSuchAccount(String)
  case severalAccounts(String)
  case unsupportedService(Service)
  /// A failure of a command: the account's service lacks a feature, such as likes.
  case notOffered(String)
  /// A failure of a command: the account has no stream with this name; `offered` are the names of
  /// its streams.
  case unknownStream(String, offered: [String])
  /// A failure of a command: several lists of the account have the typed name; `words` are the
  /// words that name each of the lists.
  case severalLists(String, words: [String])
  case unknownLocation
  /// A failure of a command: the service refused the sign-in, with this error; `at` is the form
  /// field to correct, nil if unknown.
  case signIn(FeedError, at: SignInField?)
  /// A failure of a command: the service rejected the code or address from the browser when signing
  /// in.
  case approval(FeedError)
  /// A failure of `login`: the service has no sign-in method that the option can be used for.
  case noSignInMethod(Service, option: String)
  /// A failure of `login`: the sign-in needs a browser, so that neither a command nor the keyring
  /// can supply its secret.
  case needsMore(Service)
  /// A failure of a command: the user named no service to sign in to, and there is no terminal to
  /// ask on.
  case noService
  case takesNoServer(Service)
  case cannotAsk(instead: String)
  case calledOff
  case nothingToPost
  case emptyPost
  case tooLong(by: Int)
  case answerTooLong(InputField, FormTextLimit)
  case invalidDraft(DraftProblem)
  case tooManyPictures(allowed: Int)
  case altTextTooLong(by: Int)
  case visibilityNotOffered(Visibility)
  case unreadableTime(String)
  case unreadableFile(String, reason: String)
  /// A failure of `post`: a file with the text to post cannot be read, is too large, or is not
  /// UTF-8.
  case unreadableText(String, InputReadingError)
  case inThread(Draft.ThreadPosition, CommandFailure)
  case threadTooLong(most: Int)
  /// A failure of a command: an operation on a file failed; the texts are the operation, such as
  /// "creating …", and the system's reason.
  case unwritable(String, reason: String)
  case notAPicture(String, PictureFileProblem)
  /// A failure of `config --import`: the file contains no settings to import, or damaged ones.
  case invalidSettingsArchive(String, PortableSettingsError)
  case restricted
  /// A failure of a command: an option or operand names a file to read or write, which restricted
  /// mode forbids.
  case fileForbidden(String)
  /// A failure of `config --import`: the file names programs or servers, and there is no terminal
  /// to ask the user on.
  case untrusted(file: String)
  case noSuchPost(Post.ID)
  /// A failure of a command: the post does not allow the action, such as a quote.
  case withheld(ActionPermission.RefusalReason, at: Service)
  case noSuchPerson(String)
  case noRequest(String)
  case vote(VoteRefusal)
  /// A failure of a command: the command failed for some of several names on the command line; an
  /// error was printed for each.
  case someNamesFailed(Int, of: Int)
  case nothingFound(at: ResolvableLink, Service)
  case oneself
  case noPage(Post.ID)
  case noSuchSubscription(String)
  /// A failure of a command: several web feeds have the typed name, with these addresses.
  case severalSubscriptions(String, [String])
  /// A failure of `feeds`: the file is no list of web feeds, or is too large.
  case unreadableFeedList(String, isTooLarge: Bool)
  case noSuchRule(String)
  case article(ArticleError)
  case noSuchEpisode(String)
  case noEpisode(Post.ID)
  case episode(EpisodeDownloadError)
  case player(PlayerProblem)
  case badSearch(SearchMistake)
  /// A failure of `feeds`: some entries of a list of web feeds cannot be added; an error was
  /// printed for each.
  case entriesRejected(Int)
  case noSuchItem(OutboxItem.ID)
  case severalItems(String, ids: [OutboxItem.ID])
  case unsentPosts(Int)
  /// A failure of a command: the service rejected a post, whose text stays in the outbox under the
  /// id.
  case refusedPost(PendingChange, FeedError, OutboxItem.ID)
  /// A failure of a command: a post was published, and is more visible than its draft.
  case tooVisible(Post.ID, UnintendedPostExposure)
  /// A failure of a command: the change could not be sent now; it is in the outbox, and will be
  /// sent later.
  case keptInOutbox(FeedError)
  /// A failure of a command: the change is in the outbox, and will be sent after an older item,
  /// which waits because of this error; nil if another window is sending.
  case behindOlderItem(FeedError?)

  package var exitCode: ExitCode {
    switch self {
    case .service(let error), .feedsFailed(_, _, let error), .keptInOutbox(let error),
      .refusedPost(_, let error, _), .signIn(let error, _), .approval(let error):
      error == .signedOut
        ? .signedOut : error.isOutOfReach && !error.isMissingLibrary ? .noNetwork : .failed
    case .inThread(_, let failure): failure.exitCode
    case .behindOlderItem(.signedOut), .notSignedIn, .secret: .signedOut
    case .behindOlderItem: .noNetwork
    case .tooVisible: .tooVisible
    case .noService, .noSignInMethod, .takesNoServer, .cannotAsk, .fileForbidden, .untrusted,
      .nothingToPost, .severalAccounts, .severalLists, .severalItems, .severalSubscriptions,
      .unreadableTime,
      .vote(.noSuchAnswer), .vote(.oneAnswer):
      .wrongUse
    default: .failed
    }
  }
}

package enum PlayerProblem: Equatable, Sendable {
  case notInstalled(String)
  case notStarted
  case forbidden
}

package enum VoteRefusal: Equatable, Sendable {
  case ownPoll, answered, pollEnded, oneAnswer
  case noSuchAnswer(String, answers: [String])
}

extension CommandFailure {
  /// Returns this failure to fetch streams of an account, with the failing web feeds in place of an
  /// error of "the service"; other failures are returned unchanged.
  func namingFailingFeeds(of streams: [Feed], connection: ServiceConnection) async -> CommandFailure
  {
    guard case .service(let error) = self, !error.isOutOfReach,
      connection.account.service.keepsSavedEntries, let gateway = connection.subscriptions
    else { return self }
    var failing: [Subscription] = []
    for stream in streams {
      for feed in await gateway.failingSubscriptions(in: stream)
      where !failing.contains(where: { $0.id == feed.id }) {
        failing.append(feed)
      }
    }
    return failing.isEmpty
      ? self : .feedsFailed(failing, among: await gateway.storedSubscriptions, error)
  }

  /// Returns the command failure for a change that the service refused; for a post or a message,
  /// and for an unknown outcome, the failure names the outbox item that stays.
  package static func refusedChangeFailure(
    _ change: PendingChange, _ error: FeedError, key: OutboxItem.ID
  )
    -> CommandFailure
  {
    if case .publish = change { return .refusedPost(change, error, key) }
    return change.publishesAgainIfResent || error == .outcomeUnknown
      ? .refusedPost(change, error, key) : .service(error)
  }
}

func convertingServiceErrors<Answer>(_ work: () async throws(FeedError) -> Answer)
  async throws(CommandFailure)
  -> Answer
{
  do { return try await work() } catch { throw .service(error) }
}

func convertingStoreErrors<Answer>(_ work: () async throws(StoreError) -> Answer)
  async throws(CommandFailure) -> Answer
{
  do { return try await work() } catch { throw .store(error) }
}

/// A mistake in the arguments of the command line; `Wording` makes the error message of it.
package enum UsageError: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// A mistake in a command line: the name of an unknown service, with the most similar name and
  /// the names of all services.
  case unknownService(String, nearest: String, allowed: String)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case badValue(String, option: String, allowed: String)
  /// A mistake in a command line: a saved search, or the regular expression of a rule, is invalid.
  case badSearch(SearchMistake)
  case missingOperand(String)
  case unexpectedOperand(String)
  /// A mistake in a command line: this argument is not UTF-8; its invalid bytes are replaced.
  case notUTF8(String)
  case contradiction(String, String)
  case missingOption(String, for: String)
  /// A mistake in a command line: a settings file is named without the option to import or export
  /// it.
  case fileWithoutUse(String)
  /// A mistake in a command line: pictures are wanted for an archive that is written to standard
  /// output.
  case picturesToOutput
  case altWithoutMedia
  case mediaWithoutAlt(String)
}

package enum InputReadingError: Error, Equatable {
  case tooLong
  case notUTF8
  case failed(String)
}

package enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  /// An exit code: the command line has a mistake.
  case wrongUse = 2
  /// An exit code: no account is signed in, or the service no longer accepts the account's token.
  case signedOut = 3
  case noNetwork = 4
  /// An exit code: a post was published, but not as its draft asked: more people can see it, or its
  /// content warning, cover or poll is missing.
  case tooVisible = 5
  /// An exit code: the terminal hung up; 128 plus the number of the signal SIGHUP.
  case hungUp = 129
}
