package import FeedDomain

/// What somebody set up, in memory; a text says whatever the test wants it to.
package actor FakeBelongings: BelongingsGateway {
  private let held: Belongings
  private let read: Result<Belongings, BelongingsMistake>
  package private(set) var kept: Belongings?

  package init(_ held: Belongings, reading read: Result<Belongings, BelongingsMistake>) {
    (self.held, self.read) = (held, read)
  }

  package func belongings(of accounts: [Account.ID]) -> Belongings { held }

  package func keep(_ belongings: Belongings, insteadOf old: Belongings) { kept = belongings }

  package nonisolated func text(of belongings: Belongings) -> String {
    belongings.settings.map { "\($0.name)=\($0.value)\n" }.joined()
  }

  package nonisolated func belongings(in text: [UInt8]) throws(BelongingsMistake) -> Belongings {
    try read.get()
  }

  package nonisolated func bytes(of file: String) -> [UInt8] { [] }
}
