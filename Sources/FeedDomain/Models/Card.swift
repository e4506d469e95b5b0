/// What a linked page says about itself.
public struct Card: Hashable, Sendable {
  /// Where it leads.
  public let url: String
  /// Its title.
  public let title: String
  /// A few words about it.
  public let summary: String
  /// Who made the page, as it calls itself; nil where it does not say.
  public let site: String?
  /// A picture for it; nil where there is none.
  public let picture: Photo?

  package init(
    url: String, title: String, summary: String, site: String? = nil, picture: Photo? = nil
  ) {
    self.url = url
    (self.title, self.summary) = (title.bounded(.name), summary.bounded(.summary))
    (self.site, self.picture) = (site?.bounded(.name), picture)
  }
}
