extension Place {
  /// The nameless place at coordinates written as "51.5, -0.12"; nil for anything else.
  package init?(coordinates text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      // A minus sign as typography has it is as good as the keyboard's.
      Double(part.filter { !$0.isWhitespace }.map { $0 == "−" ? "-" : String($0) }.joined())
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(name: "", latitude: latitude, longitude: longitude)
  }
}
