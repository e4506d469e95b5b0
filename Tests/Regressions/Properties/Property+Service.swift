extension Property {
  /// What the built-in service reads.
  static let service = [
    Property(name: "journal", check: JournalProperty.check),
    Property(name: "world", check: WorldProperty.check),
    Property(name: "faults", check: FaultsProperty.check),
    Property(name: "rich-text", check: RichTextProperty.check),
  ]
}
