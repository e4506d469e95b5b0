/// Somebody from a server that checks nothing, whose name and words try everything that has ever
/// misled a terminal: a client must show them as harmless text.
enum HostileVisitor {
  static let writer = Writer(
    "visitor@anything.example",
    "Friendly\u{1B}[31m\u{1B}]0;owned\u{7} \u{202E}rotisiV\u{202C}\u{200B} \u{9B}5m\u{8}\u{8}\r✓",
    "Hello\u{1B}[2J\u{1B}[H from\u{2028}a server \u{85}that checks \u{2066}nothing.",
    followed: false,
    follows: false)

  static let thread: Script.Thread = [
    Script.Line(
      handle: "visitor",
      text: """
        Greetings from a server that checks nothing! \
        \u{1B}[2J\u{1B}[1;1HYour screen is mine.\u{1B}[0m \
        \u{1B}]0;new title\u{7}\u{1B}]52;c;b3duZWQ=\u{1B}\\\u{1B}]8;;https://bank.example\u{1B}\\\
        click\u{1B}]8;;\u{1B}\\ \u{1B}P+q544e\u{1B}\\\u{1B}_Ga=T;AAAA\u{1B}\\\u{1B}c\u{1B}(0lqqk\u{1B}(B
        Overwritten?\rGotcha!\u{8}\u{8}\u{8}\u{8}\u{7F}\u{0} \u{9B}31m\u{9D}0;c1\u{9C}\u{90}q\u{9C}\u{85}
        \u{202E}txet desrever\u{202C} \u{2066}isolate\u{2069} z\u{200B}e\u{200C}r\u{200D}o\u{FEFF} \
        s\u{AD}hy \u{E0041}\u{E007F} \u{FFF9}note\u{FFFB} \u{2028}line\u{2029} \
        Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}algo \u{1F}\u{1E}\t\u{B}\u{C}end
        """,
      depth: 0, notes: ["rank": "24", "boosted": "kwame", "likes": "4"])
  ]
}
