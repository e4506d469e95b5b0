extension Property {
  /// What the store finds on disk.
  static let storage = [
    Property(name: "records", check: RecordsProperty.check),
    Property(name: "outbox", check: OutboxProperty.check),
    Property(name: "accounts", check: AccountsProperty.check),
    Property(name: "feed-key", check: FeedKeyProperty.check),
    Property(name: "search", check: SearchProperty.check),
  ]
}
