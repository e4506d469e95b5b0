package import FeedDomain

/// Why a command did not do what it was asked, as facts.
package indirect enum CommandFailure: Error, Equatable {
  case service(FeedError)
  case store(StoreError)
  case input(InputError)
  case secret(SecretFailure)
  case nobodySignedIn
  case noSuchAccount(String)
  case severalAccounts(String)
  case notYet(Service)
  /// The account's service has no such thing, as likes.
  case notOffered(String)
  /// The account has no stream of that name, but those.
  case noStream(String, offered: [String])
  /// The account has several lists of that name, which those words tell apart.
  case severalLists(String, words: [String])
  case noPlace
  /// Signing in did not work; the field is where the reason is to be looked for.
  case signIn(FeedError, at: SignInField?)
  /// What was brought back from the browser did not lead in.
  case approval(FeedError)
  /// What the option gives is no way to sign in to the service.
  case noSuchWay(Service, option: String)
  /// The service wants more than a command can tell it.
  case needsMore(Service)
  /// No service was named, and nobody can be asked for one.
  case noService
  case takesNoServer(Service)
  case cannotAsk(instead: String)
  case calledOff
  case nothingToPost
  case emptyPost
  case tooLong(by: Int)
  /// What is said with an act is longer than the service takes.
  case answerTooLong(InputField, TextLimit)
  case unfit(DraftProblem)
  case tooManyPictures(allowed: Int)
  case altTextTooLong(by: Int)
  case visibilityNotOffered(Visibility)
  /// What was typed for when to post is no moment.
  case unclearMoment(String)
  case unreadableFile(String, reason: String)
  /// The file has no text in it that could be posted.
  case unreadableText(String, InputError)
  case inThread(Draft.ThreadPosition, CommandFailure)
  case threadTooLong(most: Int)
  /// What was being done with a file, as "creating …", and why it could not be.
  case unwritable(String, reason: String)
  case notAPicture(String, PictureProblem)
  /// The file holds nothing that somebody set up, or not as it should.
  case notBelongings(String, PortableSettingsError)
  /// The environment forbids it.
  case restricted
  /// The environment forbids what reads or writes a file that was named, as that option does.
  case fileForbidden(String)
  /// A settings file names programs or servers that nobody could be asked about.
  case untrusted(file: String)
  case noSuchPost(Post.ID)
  /// It is not to be done with that post.
  case withheld(Permission.Reason, at: Service)
  case noSuchPerson(String)
  case noRequest(String)
  case vote(VoteRefusal)
  /// So many of several that were named could not be done, of which each was told.
  case someFailed(Int, of: Int)
  case nothing(at: ResolvableLink, Service)
  case oneself
  case noPage(Post.ID)
  case noSuchSubscription(String)
  /// So many entries of a list of feeds could not be taken, of which each was told.
  case entriesRejected(Int)
  case noSuchItem(OutboxItem.ID)
  case severalItems(String, ids: [OutboxItem.ID])
  /// What was not sent yet would be lost.
  case undelivered(Int)
  /// The service said no to a post, whose words are kept under that id.
  case refusedPost(PendingChange, FeedError, OutboxItem.ID)
  /// A post was published, and is more open than was asked for.
  case exposed(Post.ID, Exposure)
  /// It is kept and will be sent; now it could not be.
  case kept(FeedError)
  /// It is kept and will be sent after something older, which waits for that reason; nil where
  /// another window is sending.
  case behind(FeedError?)

  /// How the program ends because of it.
  package var exitCode: ExitCode {
    switch self {
    case .service(let error), .kept(let error), .refusedPost(_, let error, _),
      .signIn(let error, _), .approval(let error):
      error == .signedOut
        ? .signedOut : error.isOutOfReach && !error.isMissingLibrary ? .noNetwork : .failed
    case .inThread(_, let failure): failure.exitCode
    case .behind(.signedOut), .nobodySignedIn, .secret: .signedOut
    case .behind: .noNetwork
    case .exposed: .exposed
    case .noService, .noSuchWay, .takesNoServer, .cannotAsk, .fileForbidden, .untrusted,
      .nothingToPost, .severalAccounts, .severalLists, .severalItems, .unclearMoment,
      .vote(.noSuchAnswer), .vote(.oneAnswer):
      .wrongUse
    default: .failed
    }
  }
}

/// Why a vote is not sent.
package enum VoteRefusal: Equatable, Sendable {
  case own, answered, over, oneAnswer
  case noSuchAnswer(String, answers: [String])
}

extension CommandFailure {
  /// The service said no: what somebody wrote is kept all the same.
  package static func refused(_ change: PendingChange, _ error: FeedError, key: OutboxItem.ID)
    -> CommandFailure
  {
    if case .publish = change { return .refusedPost(change, error, key) }
    return error == .outcomeUnknown ? .refusedPost(change, error, key) : .service(error)
  }
}

func asking<Answer>(_ work: () async throws(FeedError) -> Answer) async throws(CommandFailure)
  -> Answer
{
  do { return try await work() } catch { throw .service(error) }
}

func remembering<Answer>(_ work: () async throws(StoreError) -> Answer)
  async throws(CommandFailure) -> Answer
{
  do { return try await work() } catch { throw .store(error) }
}
