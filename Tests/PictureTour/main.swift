import Glibc
import Terminal

// A list with pictures, to be looked at in real terminals: j and k scroll, d opens a dialog over it,
// c covers the left half, Ctrl-L repaints, q ends. TOUR_PICTURES forces a way.
setlocale(LC_ALL, "")
var environment: [String: String] = [:]
for name in [
  "TERM", "COLORTERM", "TMUX", "STY", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TOUR_PICTURES",
] {
  if let value = getenv(name) { environment[name] = String(cString: value) }
}
var options = TerminalOptions(environment: environment, encoding: .utf8)
options.pictures = environment["TOUR_PICTURES"].flatMap(PictureProtocol.init)
let tour = try Tour(options: options)
await tour.run()
