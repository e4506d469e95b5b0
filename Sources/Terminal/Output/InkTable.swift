/// The numbers under which ncurses knows colours and links.
///
/// A link is part of the foreground. So a link begins or ends where ncurses changes the foreground,
/// and when ncurses moves or scrolls text, the links go with it.
struct InkTable {
  /// A foreground: a colour, and where the text leads.
  struct Ink: Hashable {
    let colour: Colour
    let link: Hyperlink?
  }

  /// What ncurses calls a pair; -1 stands for the terminal's own colours.
  struct Pair: Hashable {
    let foreground: Int
    let background: Int
  }

  /// How many foregrounds, and how many backgrounds, can be in use.
  static let capacity = 2048
  /// How many pairs of them can be in use.
  static let pairCapacity = 16384

  private(set) var foregrounds: [Ink] = []
  private(set) var backgrounds: [Colour] = []
  private var foregroundNumbers: [Ink: Int] = [:]
  private var backgroundNumbers: [Colour: Int] = [:]
  private var pairNumbers: [Pair: Int] = [:]

  /// The number of the pair, and what it is made of if it is new; nil when the table is full.
  mutating func pair(_ style: Style, link: Hyperlink?) -> (number: Int, new: Pair?)? {
    let ink = Ink(colour: style.foreground, link: link)
    let isPlain = ink.colour == .standard && link == nil
    guard let foreground = isPlain ? -1 : number(of: ink),
      let background = style.background == .standard ? -1 : number(of: style.background)
    else { return nil }
    let pair = Pair(foreground: foreground, background: background)
    if foreground < 0, background < 0 { return (0, nil) }
    if let known = pairNumbers[pair] { return (known, nil) }
    let number = pairNumbers.count + 1
    guard number < Self.pairCapacity else { return nil }
    pairNumbers[pair] = number
    return (number, pair)
  }

  private mutating func number(of ink: Ink) -> Int? {
    if let known = foregroundNumbers[ink] { return known }
    guard foregrounds.count < Self.capacity else { return nil }
    foregrounds.append(ink)
    foregroundNumbers[ink] = foregrounds.count - 1
    return foregrounds.count - 1
  }

  private mutating func number(of colour: Colour) -> Int? {
    if let known = backgroundNumbers[colour] { return known }
    guard backgrounds.count < Self.capacity else { return nil }
    backgrounds.append(colour)
    backgroundNumbers[colour] = backgrounds.count - 1
    return backgrounds.count - 1
  }
}
