/// Header lines, in order; a name may come several times, and its case does not matter.
struct HTTPHeaders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  struct Line: Equatable, Sendable {
    let name: String
    let value: String
  }

  private(set) var lines: [Line]

  init(_ lines: [Line] = []) { self.lines = lines }

  init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { Line(name: $0, value: $1) }
  }

  /// The first value under that name; setting one replaces them all.
  subscript(name: String) -> String? {
    get { lines.first { $0.isNamed(name) }?.value }
    set {
      lines.removeAll { $0.isNamed(name) }
      if let newValue { add(name, newValue) }
    }
  }

  func all(_ name: String) -> [String] { lines.filter { $0.isNamed(name) }.map(\.value) }

  mutating func add(_ name: String, _ value: String) {
    lines.append(Line(name: name, value: value))
  }
}

extension HTTPHeaders.Line {
  fileprivate func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Whether it can be sent: a name of the characters that names are made of, and a value without
  /// a character that would end the line and begin another.
  var isSafe: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }

  fileprivate var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
