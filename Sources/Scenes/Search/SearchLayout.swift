import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

struct SearchLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  let highlight: SearchHighlighter
  var room: PhotoBoxLayout?
  /// True if a blank line follows the last of the found tags, as on all but low screens.
  var hasBlankBelowTags = true

  private static let exampleColumns = 18

  func laidOutRow(_ row: SearchRow, columns: Int) -> LaidOutLines<PostAction> {
    switch row {
    case .earlierSearch(_, let words):
      return laidOutSingleLine(Line(words, theme.style(.text)), columns)
    case .queryExample(let example, let meaning):
      return laidOutExample(SafeText(sanitizing: example), meaning, columns)
    case .tag(_, let words, let isLast):
      let lines = highlightedResultLines(
        laidOutSingleLine(Line(words, theme.style(.tag)), columns))
      return isLast && hasBlankBelowTags ? addingBlankLastRow(lines) : lines
    case .everybody(_, let words):
      return addingBlankLastRow(laidOutSingleLine(Line(words, theme.style(.link)), columns))
    case .person(let row):
      return addingBlankLastRow(
        highlightedResultLines(
          row.laidOutPerson(
            columns: columns, portraitBox: room?.person, theme, posts.options, posts.wording)))
    case .heading(_, let words):
      return addingBlankLastRow(laidOutSingleLine(Line(words, theme.style(.strong)), columns))
    case .post(let item):
      return addingBlankLastRow(
        highlightedResultLines(
          PostLayout.laidOutPost(
            posts.postViewModel(of: item, now: now), columns: columns, theme: theme,
            options: posts.options, room: room), but: 1))
    }
  }

  private func laidOutSingleLine(_ line: Line, _ columns: Int) -> LaidOutLines<PostAction> {
    LaidOutLines(lines: [line.truncatedLine(columns: columns)])
  }

  private func laidOutExample(_ example: SafeText, _ meaning: SafeText, _ columns: Int)
    -> LaidOutLines<
      PostAction
    >
  {
    var line = Line(example, theme.style(.tag))
    line.appendBlanks(max(2, Self.exampleColumns - line.columns))
    let (start, meaning) = (line.columns, Line(meaning, theme.style(.faint)))
    let lines = TextWrapper.wrappedLines(of: meaning, columns: max(1, columns - start)).map {
      defer { line = Line(repeating: " ", count: start, theme.style(.text)) }
      line.append($0)
      return line
    }
    return LaidOutLines(lines: lines)
  }

  /// Returns the laid out lines of a search result with the search words highlighted, except in the
  /// last lines, such as a post's counts.
  private func highlightedResultLines(_ block: LaidOutLines<PostAction>, but last: Int = 0)
    -> LaidOutLines<PostAction>
  {
    var block = block
    block.lines = highlight.highlightedLines(block.lines.dropLast(last)) + block.lines.suffix(last)
    return block
  }

  private func addingBlankLastRow(_ block: LaidOutLines<PostAction>) -> LaidOutLines<PostAction> {
    var block = block
    block.lines.append(Line())
    block.trailing += 1
    return block
  }
}

/// A highlighter of the search words in results, by text attributes that are visible without
/// colours.
struct SearchHighlighter {
  let highlightedPhrases: [SearchPhrase]

  /// Returns lines of a search result with the search words highlighted, also those that continue
  /// in the next line.
  func highlightedLines(_ lines: some Collection<Line>) -> [Line] {
    let lines = Array(lines)
    guard !highlightedPhrases.isEmpty else { return lines }
    var characters: [Character] = []
    var places: [(line: Int, column: Int)] = []
    for (number, line) in lines.enumerated() {
      for (column, cell) in line.cells.enumerated() where cell.width > 0 {
        characters.append(cell.character)
        places.append((number, column))
      }
      characters.append("\n")
      places.append((number, line.columns))
    }
    let words = SearchableWords(characters)
    var marked = lines
    for range in highlightedPhrases.flatMap(words.phraseRanges(of:)) {
      for place in places[range] {
        marked[place.line] = marked[place.line].restyled(at: place.column) {
          var style = $0
          style.attributes.formUnion([.bold, .underlined])
          return style
        }
      }
    }
    return marked
  }
}

extension SearchQuery {
  /// The words and phrases of the search query that are highlighted in results.
  var highlightedPhrases: [SearchPhrase] {
    terms.filter { !$0.isExcluded }.flatMap { term -> [SearchPhrase] in
      switch term.wordTermKind {
      case .word(let word): [SearchPhrase(beginning: word)]
      case .phrase(let words): [SearchPhrase(whole: words)]
      case .tags(let tags): tags.map { SearchPhrase(whole: $0) }
      case .part(.author, .beginning(let words)): [SearchPhrase(beginning: words)]
      case .part(.author, .phrase(let words)): [SearchPhrase(whole: words)]
      case .author, .holding, .since, .before, .language, .inFeed, .marked, .tagged, .part: []
      }
    }
  }
}
