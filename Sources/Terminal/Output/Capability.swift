/// The abilities of a terminal that painting uses: terminfo's name, and its number in a compiled
/// entry.
enum Capability {
  /// Wrapping at the margin and its glitch, moving with attributes on, erasing in colour.
  static let flags = [("am", 1), ("xenl", 4), ("msgr", 14), ("bce", 28)]

  /// Motion, erasing, inserting and deleting lines, scrolling, attributes. Inserting within a line
  /// is left out: terminals disagree about wide characters there.
  static let strings = [
    ("cr", 2), ("csr", 3), ("clear", 5), ("el", 6), ("ed", 7), ("hpa", 8), ("cup", 10),
    ("cud1", 11), ("home", 12), ("cub1", 14), ("cuf1", 17), ("cuu1", 19), ("dl1", 22),
    ("bold", 27), ("dim", 30), ("rev", 34), ("smul", 36), ("ech", 37), ("sgr0", 39),
    ("rmul", 44), ("il1", 53), ("dl", 106), ("cud", 107), ("indn", 109), ("il", 110),
    ("cub", 111), ("cuf", 112), ("rin", 113), ("cuu", 114), ("vpa", 127), ("ind", 129),
    ("ri", 130), ("sgr", 131), ("smam", 151), ("rmam", 152), ("el1", 269), ("sitm", 311),
    ("ritm", 321),
  ]

  static let columns = 0
  static let lines = 2
  static let colours = 13
  static let pairs = 14
  static let numberCount = 15

  static let wrapGlitch = 4
  static let clear = 5
  static let place = 10
  static let down = 11
  static let erase = 37
  static let attributesOff = 39
  static let attributes = 131
  static let wrappingOn = 151
  static let wrappingOff = 152
  static let eraseFromStart = 269
  static let originalColours = 297
  static let foreground = 359
  static let background = 360
}
