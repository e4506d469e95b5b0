/// A version of a post that its author edited.
public struct PostRevision: Equatable, Sendable {
  /// The time from which this version of the post was the published one.
  public let moment: Timestamp
  /// The paragraphs of this version of the post: its warning, text and poll options.
  public let paragraphs: [String]
  /// The alt texts of the pictures that this version of the post has; may be empty.
  public let pictures: [String]

  package init(moment: Timestamp, paragraphs: [String], pictures: [String] = []) {
    (self.moment, self.paragraphs, self.pictures) = (moment, paragraphs, pictures)
  }
}

/// A word-by-word difference between two versions of a text.
public struct RevisionDiff: Equatable, Sendable {
  public enum DiffRunKind: Sendable {
    case stayed, went, came
  }

  /// A piece of text in a difference between two versions, which is unchanged, removed or added.
  public struct DiffRun: Equatable, Sendable {
    public let text: String
    public let editKind: DiffRunKind

    package init(_ text: String, _ editKind: DiffRunKind) {
      (self.text, self.editKind) = (text, editKind)
    }
  }

  /// The pieces of a difference between two texts, in order; removed text precedes the text that
  /// replaces it.
  public let runs: [DiffRun]

  /// Maximum number of words that are compared to find a difference between texts; longer texts are
  /// shown as removed and added as a whole.
  private static let mostWords = 2_000

  public init(from old: String, to new: String) {
    let (before, after) = (Self.wordsAndSpaces(of: old), Self.wordsAndSpaces(of: new))
    guard before.count <= Self.mostWords, after.count <= Self.mostWords else {
      runs = Self.diffRunsJoinedAcrossBlanks([DiffRun(old, .went), DiffRun(new, .came)])
      return
    }
    runs = Self.diffRunsJoinedAcrossBlanks(Self.wordDifferences(before, after))
  }

  /// Splits a text into words and the blanks between the words.
  private static func wordsAndSpaces(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isWhitespace == first.isWhitespace }
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  /// Returns the differences between two texts, given as words and blanks, by their longest common
  /// subsequence.
  private static func wordDifferences(_ before: [Substring], _ after: [Substring]) -> [DiffRun] {
    let change = after.difference(from: before)
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for step in change {
      switch step {
      case .remove(let place, _, _): gone.insert(place)
      case .insert(let place, _, _): come.insert(place)
      }
    }
    var pieces: [DiffRun] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if old < before.count, gone.contains(old) {
        pieces.append(DiffRun(String(before[old]), .went))
        old += 1
      } else if new < after.count, come.contains(new) {
        pieces.append(DiffRun(String(after[new]), .came))
        new += 1
      } else {
        pieces.append(DiffRun(String(after[new]), .stayed))
        (old, new) = (old + 1, new + 1)
      }
    }
    return pieces
  }

  /// Joins neighbouring pieces of a difference, also across unchanged blanks between changes, so
  /// that "a b" to "c d" reads as one change.
  private static func diffRunsJoinedAcrossBlanks(_ steps: [DiffRun]) -> [DiffRun] {
    var pieces: [DiffRun] = []
    var (went, came) = ("", "")
    func pendingRemovedAndAddedRuns() -> [DiffRun] {
      [DiffRun(went, .went), DiffRun(came, .came)].filter { !$0.text.isEmpty }
    }
    for (place, step) in steps.enumerated() {
      switch step.editKind {
      case .went: went += step.text
      case .came: came += step.text
      case .stayed:
        let isBlank = step.text.allSatisfy { $0.isWhitespace && !$0.isNewline }
        let isBetween =
          isBlank && !(went.isEmpty && came.isEmpty) && place + 1 < steps.count
          && steps[place + 1].editKind != .stayed
        if isBetween {
          went += went.isEmpty ? "" : step.text
          came += came.isEmpty ? "" : step.text
          if went.isEmpty || came.isEmpty {
            // With text removed or added alone, the blank counts as unchanged.
            pieces += pendingRemovedAndAddedRuns()
            (went, came) = ("", "")
            pieces.append(step)
          }
          continue
        }
        pieces += pendingRemovedAndAddedRuns()
        (went, came) = ("", "")
        if let last = pieces.last, last.editKind == .stayed {
          pieces[pieces.count - 1] = DiffRun(last.text + step.text, .stayed)
        } else {
          pieces.append(step)
        }
      }
    }
    return pieces + pendingRemovedAndAddedRuns()
  }
}
