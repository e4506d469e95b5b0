import FeedDomain
import Preferences
import Terminal

/// A post in words, ready to be laid out.
struct PostViewModel: Equatable, Sendable {
  /// A stretch of a post's text.
  struct Run: Equatable, Sendable {
    /// The text and how it looks.
    let span: Span
    /// What a click on it does, besides following its link.
    let action: PostClick?
    /// The small picture that stands for it; nil for words.
    var inset: Inset?
  }

  /// An answer of a poll.
  struct Answer: Equatable, Sendable {
    /// What it says.
    let title: SafeText
    /// The same with the emoji in it told apart; empty where there are none.
    var titleRuns: [Run] = []
    /// How many of a thousand chose it; nil while that is a secret.
    let perMille: Int?
    /// The same in words: "62%".
    let share: SafeText
    /// Whether the reader chose it.
    let isChosen: Bool
    /// Whether most chose it, and not as many another.
    let isLeading: Bool
  }

  /// A poll.
  struct Poll: Equatable, Sendable {
    /// Its answers.
    let answers: [Answer]
    /// How many voted, when it closes, and how to vote.
    let summary: SafeText
    /// Whether one can vote.
    let isOpen: Bool
  }

  /// A page that the post leads to.
  struct CardBox: Equatable, Sendable {
    /// Who made it, else its host.
    let site: SafeText
    /// Its title.
    let title: SafeText
    /// A few words about it; empty where it says none.
    let summary: SafeText
    /// Where it is.
    let link: Hyperlink?
    /// A picture for it; nil where there is none, or it is covered.
    let picture: Photo?
  }

  /// What a post says in another language.
  struct TranslationBox: Equatable, Sendable {
    /// From which it was translated, and by whom.
    let heading: SafeText
    /// The words before what is folded away; nil where there are none.
    let warning: SafeText?
    /// What it says.
    let paragraphs: [[Run]]
  }

  /// A post inside the post.
  struct QuoteBox: Equatable, Sendable {
    /// The quoted post.
    let id: Post.ID
    /// Who wrote it.
    let author: SafeText
    /// Their handle.
    let handle: SafeText
    /// The words before what is folded away.
    let warning: SafeText?
    /// The hint that stands in place of what is folded away; nil where nothing is.
    let folded: SafeText?
    /// What it says.
    let paragraphs: [[Run]]
    /// How many pictures it has, and what they show; nil where it has none.
    let pictures: SafeText?
    /// Why it cannot be shown; nil where it is.
    let missing: SafeText?
  }

  /// Who brought it here.
  struct Boost: Equatable, Sendable {
    /// As they call themselves; empty where that stands above.
    let name: SafeText
    /// Who that is.
    let person: Person.ID
    /// The same as a sentence, for the plain mode.
    let words: SafeText
  }

  /// A count with its sign, as "♥ 12".
  struct Count: Equatable, Sendable {
    /// The sign; filled where the reader has done it.
    let sign: SafeText
    /// The number; empty for none.
    let number: SafeText
    /// How they look.
    let role: Role
    /// Whether there is nothing to tell: it shows at the selected post alone, as what can be done.
    var isQuiet = false
    /// What a click on the sign does.
    let signAction: PostClick
    /// What a click on the number does.
    let numberAction: PostClick
  }

  /// Who wrote it, when, and who brought it here.
  struct Heading: Equatable, Sendable {
    /// Who wrote it, as they call themselves.
    let author: SafeText
    /// The same with the emoji in it told apart; empty where there are none.
    var authorRuns: [Run] = []
    /// Who wrote it.
    let authorID: Person.ID
    /// Whether it tells who wrote it; not where that stands above.
    let isNamed: Bool
    /// Their handle.
    let handle: SafeText
    /// Their picture; nil where they have none, or it is not told.
    let portrait: Photo?
    /// How long ago.
    let time: SafeText
    /// That its author changed it; nil where they did not.
    let edited: SafeText?
    /// Who may see it; nil for everybody.
    let visibility: SafeText?
    /// Who brought it here.
    let boost: Boost?
    /// That something has not reached the service; nil where nothing waits.
    let waiting: SafeText?
    /// The signs of the accounts that see it, where those of several stand together.
    var badges: [AccountBadge] = []
  }

  /// What stands before what it says.
  struct ContextLine: Equatable, Sendable {
    /// Whom it answers; nil for nobody, and where that stands above it.
    let reply: SafeText?
    /// What it is about that its reader mutes; nil for nothing.
    let muted: SafeText?
    /// The words before what is folded away.
    let warning: SafeText?
    /// The same with the emoji in them told apart; empty where there are none.
    var warningRuns: [Run] = []
    /// The hint that stands in place of what is folded away; nil where nothing is.
    let folded: SafeText?
  }

  /// Its photos.
  struct Gallery: Equatable, Sendable {
    /// All of them.
    let photos: [PhotoBox]
    /// Which of them is meant, where several are shown one after the other.
    let shown: Int
    /// Who took them, who gave them and under which terms, where those who gave them ask for that.
    let credit: StyledText?
  }

  /// Who wrote it, when, and who brought it here.
  let heading: Heading
  /// What stands before what it says.
  let context: ContextLine
  /// What it says.
  let paragraphs: [[Run]]
  /// What it says in the reader's language; nil where they did not ask for that.
  let translation: TranslationBox?
  /// That the text was too long to show whole.
  let shortened: SafeText?
  /// The emoji with which people answered it, and how many gave each.
  var reactions: StyledText = []
  /// Its poll.
  let poll: Poll?
  /// Its photos.
  let gallery: Gallery
  /// The page it leads to.
  let card: CardBox?
  /// The post inside it.
  let quote: QuoteBox?
  /// Where it was written.
  let place: SafeText?
  /// How often it was answered, boosted, liked, and whether it is kept.
  let counts: [Count]
  /// Whether a thumb is up.
  let isFlashing: Bool
}

extension PostViewModel {
  /// How its author's name looks.
  func nameStyle(_ theme: Theme, _ options: DisplayOptions) -> Style {
    theme.nameStyle(of: heading.handle, options)
  }
}
