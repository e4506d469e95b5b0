import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct DirectMessagesContent: PagedListContent {
  let account: Account
  let wording: Wording
  let keys: KeyMap
  let world: any World

  var openRequest: DirectMessagesScene.SceneRequest { .open }

  func viewModel(of state: DirectMessagesScene.SceneState) -> PagedListViewModel<MessageRow> {
    let list = state.conversations
    return PagedListViewModel(
      title: wording.say("Messages"),
      aside: wording.unreadCountText(list.elements.count(where: \.isUnread)), list,
      rows: list.elements.map(messageRow), fetchingWords: wording.fetchingMessages,
      emptyListMessage: EmptySceneMessage(
        sentence: wording.noMessages,
        nextStep: wording.say(
          "{key} writes one: mention people, and choose “only those mentioned”.",
          ["key": keys.keyName(for: .compose) ?? ""])),
      wording, keys: keys)
  }

  private func messageRow(_ conversation: DirectConversation) -> MessageRow {
    let last = conversation.latestPost
    return MessageRow(
      id: conversation.id, people: wording.participantNames(conversation.people),
      portrait: conversation.people.first.map { PortraitOrInitial($0) }
        ?? PortraitOrInitial(photo: nil, name: "\(account.handle)", handle: "@\(account.handle)"),
      words: wording.lastMessageText(last, of: account),
      time: last.map { wording.relativeTimeText($0.createdAt, now: world.now) } ?? "",
      isUnread: conversation.isUnread, latestPost: last?.id,
      partner: conversation.people.count == 1 ? conversation.people[0].id : nil)
  }

  func keyHintCommands(for row: MessageRow?) -> [Command] {
    row == nil
      ? [.back, .compose, .refresh, .help]
      : [.back, .open, .reply, .profile, .compose, .refresh, .help]
  }

  func performRowCommand(
    _ command: Command, on row: MessageRow?, _ scene: PagedListView<DirectMessagesContent>
  ) -> Bool {
    switch command {
    case .compose: scene.navigator?.navigate(to: .compose(.post))
    case .open:
      guard let row, let last = row.latestPost else { return false }
      if row.isUnread { scene.send(.read(row.id)) }
      scene.navigator?.navigate(to: .conversation(last))
    case .reply:
      guard let last = row?.latestPost else { return false }
      scene.navigator?.navigate(to: .compose(.reply(to: last)))
    case .profile:
      guard let partner = row?.partner else { return false }
      scene.navigator?.navigate(to: .profile(partner))
    default: return false
    }
    return true
  }

  func isWholeRowClickTarget(_ row: MessageRow) -> Bool { row.latestPost != nil }

  func rowLines(
    of row: MessageRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    let columns = max(
      1, min(columns, PostLayout.widest) - PhotoBoxLayout.portraitIndent(for: portraitBox))
    var heading = Line()
    if row.isUnread { heading.append(options.isPlain ? "* " : "● ", theme.style(.busy)) }
    let time = Line(row.time.isEmpty ? "" : "  " + row.time, theme.style(.faint))
    let room = max(4, columns - time.columns - heading.columns)
    heading.append(Line(row.people, theme.style(.author)).truncatedLine(columns: room))
    heading.append(time)
    let words = Line(row.words, theme.style(row.isUnread ? .text : .faint))
    var block = LaidOutLines<Never>(
      lines: [heading] + words.wrappedLines(columns: columns, rows: Self.previewLines))
    block.addPortrait(row.portrait, in: portraitBox, theme, options)
    return block
  }

  private static let previewLines = 2
}

/// A row of the list of direct conversations: one conversation with its last message.
struct MessageRow: Identifiable, Equatable {
  let id: DirectConversation.ID
  let people: SafeText
  /// The profile picture in a row of the list of direct conversations: that of the first other
  /// participant; without other participants, the user's name without a picture.
  let portrait: PortraitOrInitial
  let words: SafeText
  /// The age of the last message in a row of the list of direct conversations, as text; empty if
  /// the message was deleted.
  let time: SafeText
  let isUnread: Bool
  /// The id of the last message of a row's direct conversation, which the row opens or replies to;
  /// nil if the message was deleted.
  let latestPost: Post.ID?
  /// The id of the only other participant of a row's direct conversation; nil if there is not
  /// exactly one.
  let partner: Person.ID?
}
