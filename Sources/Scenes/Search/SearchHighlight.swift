import FeedDomain
import Terminal

/// Makes what was looked for stand out in lines that are laid out already: in whatever stands there,
/// in every theme, and without colours.
struct SearchHighlight {
  let sought: [SoughtWords]

  /// The lines with the words marked; those that go on from one line to the next as well.
  func marked(_ lines: some Collection<Line>) -> [Line] {
    let lines = Array(lines)
    guard !sought.isEmpty else { return lines }
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
    let words = FoldedWords(characters)
    var marked = lines
    for range in sought.flatMap(words.places(of:)) {
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
  /// The words of it that are to be seen where they are found.
  var sought: [SoughtWords] {
    terms.filter { !$0.isExcluded }.flatMap { term -> [SoughtWords] in
      switch term.kind {
      case .word(let word): [SoughtWords(beginning: word)]
      case .phrase(let words): [SoughtWords(whole: words)]
      case .tags(let tags): tags.map { SoughtWords(whole: $0) }
      case .author, .holding, .since, .before, .language: []
      }
    }
  }
}
