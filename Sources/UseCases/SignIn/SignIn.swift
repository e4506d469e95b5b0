package import FeedDomain

/// Signing in to a service, for the first time, with another account, or because a token is no
/// longer accepted.
package enum SignIn {
  /// Why somebody signs in.
  package enum Occasion: Equatable, Sendable {
    /// Nobody is signed in.
    case first
    /// Somebody is, and another account is to be added.
    case another
    /// The account's token is no longer accepted.
    case again(Account)
  }

  package enum Request: Equatable, Sendable {
    case open(Occasion)
    /// To see which services there are.
    case showServices
    /// To sign in to that one.
    case choose(Service)
    /// To sign in there in that way.
    case take(SignInWay)
    /// To try what was told.
    case submit(SignInAnswers)
    /// To look around, without an account of one's own.
    case visit
    /// To go on with what the browser showed in the end.
    case answer(Secret)
    /// One step back: from what is being tried, or from the browser to the fields.
    case cancel
  }

  /// Why the secret that a command gives does not lead in.
  package enum CommandTrouble: Equatable, Sendable {
    /// The command gave none.
    case gaveNone(command: String)
    /// The service does not accept the one it gave.
    case refused(command: String)
  }

  /// What is to be told, and what is known of it.
  package struct Form: Equatable, Sendable {
    /// Why one signs in.
    package let occasion: Occasion
    package let service: Service
    /// How it can be done there.
    package let ways: [SignInWay]
    /// How it is done.
    package let way: SignInWay
    /// Whether there are other services to choose.
    package let hasOthers: Bool
    /// What the settings tell.
    let told: SignInAnswers
    /// Why the command does not do that otherwise gives the secret; nil where there is none. What is
    /// told then is good for this run.
    package let trouble: CommandTrouble?
    /// Whether the token that is held leads to somebody else by now.
    package let isAnothers: Bool

    package init(
      occasion: Occasion, service: Service, ways: [SignInWay], way: SignInWay, hasOthers: Bool,
      told: SignInAnswers = [:], trouble: CommandTrouble? = nil, isAnothers: Bool = false
    ) {
      self.isAnothers = isAnothers
      self.trouble = trouble
      self.occasion = occasion
      self.service = service
      self.ways = ways
      self.way = way
      self.hasOthers = hasOthers
      self.told = told
    }

    /// The way after the one that is taken; nil where there is but one.
    package var otherWay: SignInWay? {
      guard ways.count > 1, let place = ways.firstIndex(of: way) else { return nil }
      return ways[(place + 1) % ways.count]
    }

    /// What is known already: from the settings, or of an account that is signed in to again.
    package func known(_ field: SignInField) -> String? {
      guard told[field].isEmpty else { return told[field] }
      guard case .again(let account) = occasion else { return nil }
      switch field {
      case .user: return account.handle
      case .server: return account.server
      case .password, .token, .key, .secret, .address: return nil
      }
    }
  }

  package indirect enum Response: Equatable, Sendable {
    /// The services, one of which is to be chosen; the one that was chosen before.
    case services([Service], chosen: Service?)
    /// The fields can be filled in.
    case ready(Form)
    case checking
    /// The person has to allow it in a browser, and to come back with what that shows.
    case approval(SignInApproval)
    /// It said no, or could not be asked; the field is where the reason is to be looked for.
    case refused(FeedError, at: SignInField?)
    /// The account could not be kept.
    case notKept(StoreError)
    /// It is done, and the account is kept.
    case signedIn(SignedInAccount)
  }
}
