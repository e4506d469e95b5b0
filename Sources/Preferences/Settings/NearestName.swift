/// Finds what somebody meant who mistyped a name.
package enum NearestName {
  /// The name that is at most two slips away (one for short names); nil where none is.
  package static func to(_ typed: String, among names: [String]) -> String? {
    let limit = typed.count < 4 ? 1 : 2
    // What is typed comes from outside: do not spend quadratic time on a long text.
    guard typed.count <= 40 else { return nil }
    return
      names
      .map { (name: $0, slips: slips(from: Array(typed), to: Array($0))) }
      .filter { $0.slips <= limit || ($0.name.hasPrefix(typed) && typed.count >= 3) }
      .min { $0.slips < $1.slips }?.name
  }

  /// How many letters must be put in, left out or exchanged.
  private static func slips(from typed: [Character], to name: [Character]) -> Int {
    var row = Array(0...name.count)
    for (line, letter) in typed.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in name.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[name.count]
  }
}
