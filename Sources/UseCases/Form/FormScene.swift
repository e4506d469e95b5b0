package import FeedDomain

/// A namespace for the requests and the state of the form scene, in which the details of an action
/// are entered, such as a note about a person or the reason of a report.
package enum FormScene {
  package struct FormPurpose: Equatable, Sendable {
    package let kind: ServiceAction.ServiceActionKind
    package let subject: FormPersonOrPost
    package let answers: [InputField: String]

    package init(
      _ kind: ServiceAction.ServiceActionKind, _ subject: FormPersonOrPost,
      answers: [InputField: String] = [:]
    ) {
      (self.kind, self.subject, self.answers) = (kind, subject, answers)
    }
  }

  package enum FormPersonOrPost: Equatable, Sendable {
    case person(Person.ID)
    case post(Post.ID)
    /// A subject of a form: none, as for a new list.
    case nothing
  }

  package enum SceneRequest: Equatable, Sendable {
    case open(FormPurpose)
    /// A request of the form scene: carry out the action with the entered values.
    case send([InputField: String])
    case close
  }

  package struct SceneState: Equatable, Sendable {
    /// The kind of action whose form the form scene shows; nil until the form is open.
    package var kind: ServiceAction.ServiceActionKind?
    package var fields: [InputField]
    package var answers: [InputField: String]
    package var person: Person?
    package var post: Post?
    /// The rules of the server, of which a report names the broken ones; empty until fetched.
    package var rules: [ServerFacts.ServerRule]

    package init(
      _ kind: ServiceAction.ServiceActionKind? = nil, _ fields: [InputField] = [],
      answers: [InputField: String] = [:],
      _ person: Person? = nil, _ post: Post? = nil, rules: [ServerFacts.ServerRule] = []
    ) {
      (self.kind, self.fields, self.answers) = (kind, fields, answers)
      (self.person, self.post, self.rules) = (person, post, rules)
    }
  }
}

@MainActor package final class FormInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<FormScene.SceneState>
  private var state = FormScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The action and subject of the open form; nil until the subject is read from the store.
  private var purpose: FormScene.FormPurpose?
  private let fetching: SceneFetcher

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<FormScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    fetching = SceneFetcher(session.world) { _ in }
  }

  package func handle(_ request: FormScene.SceneRequest) async {
    switch request {
    case .open(let purpose): await openForm(for: purpose)
    case .send(let answers): await sendFormAnswers(answers)
    case .close:
      purpose = nil
      fetching.cancelRequest()
    }
  }

  private func openForm(for purpose: FormScene.FormPurpose) async {
    fetching.cancelRequest()
    let turn = fetching.generation
    do throws(StoreError) {
      let (person, post) = try await storedPersonAndPost(of: purpose)
      guard turn == fetching.generation else { return }
      guard person != nil || purpose.subject == .nothing else {
        return presenter.perform(.leave(.unavailable(.notHere)))
      }
      self.purpose = purpose
      state = FormScene.SceneState(
        purpose.kind, applicableFormFields(of: purpose, about: person), answers: purpose.answers,
        person, post
      )
      if purpose.kind == .report { fetchServerRules() }
    } catch {
      guard turn == fetching.generation else { return }
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Fetches the server's rules for the form of a report; the report can be sent without them.
  private func fetchServerRules() {
    guard let gateway = session.connection.optionalInformationGateway(for: .serverFacts) else {
      return
    }
    fetching.runRequest { () async throws(FeedError) in
      try await gateway.serverFacts().rules
    } then: { [weak self] answer in
      if case .success(let rules) = answer { self?.state.rules = rules }
    }
  }

  private func storedPersonAndPost(of purpose: FormScene.FormPurpose) async throws(StoreError) -> (
    Person?, Post?
  ) {
    let (feeds, account) = (session.stores.feeds, session.account.id)
    switch purpose.subject {
    case .person(let id): return (try await feeds.storedPerson(id, account: account), nil)
    case .post(let id):
      let post = try await feeds.storedPost(id, account: account)
      return (post?.author, post)
    case .nothing: return (nil, nil)
    }
  }

  /// Returns the form fields that apply to a subject: no forwarding for a report about a person at
  /// the user's own server, and only those profile fields that the service sent.
  private func applicableFormFields(of purpose: FormScene.FormPurpose, about person: Person?)
    -> [InputField]
  {
    purpose.kind.fields.filter { field in
      guard !session.connection.unasked.contains(field) else { return false }
      return switch purpose.kind {
      // The field for rules is left out until the server's rules are known.
      case .report: field != .rule && (field != .forwardsReport || person?.server != nil)
      case .profile: purpose.answers[field] != nil && (!field.isFile || takesFiles)
      default: true
      }
    }
  }

  private var takesFiles: Bool { session.stores.pictures?.takesFiles != false }

  private func sendFormAnswers(_ answers: [InputField: String]) async {
    guard let purpose else { return }
    if let lacking = answers.missingRequiredField(for: purpose.kind) {
      return presenter.perform(.say(.lacking(lacking)))
    }
    let act = ServiceAction(purpose, answers, person: state.person, post: state.post)
    guard session.connection.abilities.supportsChange(.serviceAction(act)) else {
      return presenter.perform(.leave(.unavailable(.notHere)))
    }
    if let (field, limit) = act.fieldExceedingLimit(in: session.connection.textLimits) {
      return presenter.perform(.say(.tooLong(field, limit)))
    }
    // Without a purpose, a second key press sends nothing.
    self.purpose = nil
    do throws(StoreError) {
      _ = try await actions.queueChange(.serviceAction(act))
      presenter.perform(.leave(nil))
    } catch {
      // The form stays open with the typed text.
      self.purpose = purpose
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

extension [InputField: String] {
  package func missingRequiredField(for kind: ServiceAction.ServiceActionKind) -> InputField? {
    let needed: InputField? =
      switch kind {
      case .react, .addAnnouncementReaction: .emoji
      case .reschedule: .moment
      case .publishMedia: .addresses
      case .message: .words
      // A filter that applies nowhere is refused by the server.
      case .filter: self[.filterContexts] == "" && !isBlank(.phrase) ? .filterContexts : .phrase
      case .makeList, .renameList, .renameFeed: .name
      default: nil
      }
    return needed.flatMap { isBlank($0) ? $0 : nil }
  }

  private func isBlank(_ field: InputField) -> Bool {
    self[field]?.allSatisfy(\.isWhitespace) != false
  }
}

extension ServiceAction {
  /// Creates the action that the form's values describe, on a person or a post.
  fileprivate init(
    _ purpose: FormScene.FormPurpose, _ answers: [InputField: String], person: Person?, post: Post?
  ) {
    let kind = purpose.kind
    var answers = answers
    switch kind {
    case .react:
      let emoji = answers[.emoji]?.filter { !$0.isWhitespace && $0 != ":" } ?? ""
      // A reaction that the user has given already, from any program, is removed.
      let isThere = post?.content.reactions.contains {
        $0.isOwn && $0.name.filter { $0 != ":" } == emoji
      }
      self.init(kind, post?.id.rawValue ?? "", detail: emoji, isDone: isThere != true)
    case .filter:
      let phrase = (answers[.phrase] ?? "").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      answers[.item] = purpose.answers[.item]
      self.init(kind, phrase, detail: phrase, answers: answers)
    case .addAnnouncementReaction:
      let emoji = answers[.emoji]?.filter { !$0.isWhitespace && $0 != ":" } ?? ""
      self.init(kind, purpose.answers[.item] ?? "", detail: emoji)
    case .reschedule:
      self.init(
        kind, purpose.answers[.item] ?? "", detail: purpose.answers[.words] ?? "",
        answers: answers)
    case .publishMedia:
      let first = answers[.addresses]?.split(whereSeparator: \.isWhitespace).first ?? ""
      self.init(kind, String(first), answers: answers)
    case .makeList: self.init(kind, answers[.name] ?? "", answers: answers)
    case .renameList: self.init(kind, purpose.answers[.list] ?? "", answers: answers)
    default:
      answers[.post] = post?.id.rawValue
      self.init(
        kind, person?.id.rawValue ?? "", detail: person?.handle ?? "", answers: answers)
    }
  }
}
