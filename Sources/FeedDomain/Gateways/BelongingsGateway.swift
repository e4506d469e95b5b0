/// Where what somebody set up is kept, and how it is written as one file.
package protocol BelongingsGateway: Sendable {
  /// What is kept here, as far as it is of no account or of one of these.
  func belongings(of accounts: [Account.ID]) async throws(StoreError) -> Belongings
  /// Keeps what is different from that; each part of it whole or not at all.
  func keep(_ belongings: Belongings, insteadOf old: Belongings) async throws(StoreError)
  /// All of it as a text.
  func text(of belongings: Belongings) -> String
  /// What such a text says, all or nothing.
  func belongings(in text: [UInt8]) throws(BelongingsMistake) -> Belongings
  /// The bytes of a file, unless it is larger than such a text can be.
  func bytes(of file: String) throws(StoreError) -> [UInt8]
}
