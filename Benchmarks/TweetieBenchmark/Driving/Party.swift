internal import TerminalRig

/// The processes a program under test consists of at one moment.
///
/// Which of two forked ones is the client is told by its memory: the other only waits.
struct Party {
  /// The one that draws.
  let client: ProcessFacts
  /// The one that watches over it; nil where there is none.
  let supervisor: ProcessFacts?
  /// Those that decode pictures just now.
  let decoders: [ProcessFacts]

  init(startedAs pid: Int32) {
    let started = ProcessFacts(pid: pid)
    let all = [started] + started.descendants
    decoders = all.filter { $0.name == "tweetie-picture" }
    let own = all.filter { $0.name != "tweetie-picture" }
      .sorted { $0.residentKilobytes > $1.residentKilobytes }
    client = own.first ?? started
    supervisor = own.dropFirst().first
  }
}
