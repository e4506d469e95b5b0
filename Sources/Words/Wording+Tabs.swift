package import Terminal

extension Wording {
  package var streams: SafeText { say("Streams") }
  package func becameTab(_ name: SafeText) -> SafeText {
    say("{stream} is a tab now.", ["stream": name])
  }
  package func noLongerTab(_ name: SafeText, key: String) -> SafeText {
    say(
      "{stream} is no longer a tab · {key} shows it again", ["stream": name, "key": key])
  }
  package var take: SafeText { say("show as a tab") }
  package var oneTabStays: SafeText { say("At least one stream must stay.") }
}
