extension Property {
  /// What servers send.
  static let network = [
    Property(name: "json", check: JSONProperty.check),
    Property(name: "html", check: HTMLProperty.check),
    Property(name: "http-headers", check: HTTPHeadersProperty.check),
    Property(name: "web-address", check: WebAddressProperty.check),
    Property(name: "facets", check: FacetsProperty.check),
    Property(name: "replies", check: RepliesProperty.check),
    Property(name: "channels", check: WebFeedsProperty.check),
    Property(name: "events", check: EventsProperty.check),
    Property(name: "xml", check: XMLProperty.check),
    Property(name: "feed-date", check: FeedDateProperty.check),
    Property(name: "opml", check: FeedListProperty.checkOPML),
    Property(name: "feed-list", check: FeedListProperty.checkLines),
    Property(name: "article", check: ArticleProperty.check),
    Property(name: "bus-message", check: BusMessageProperty.check),
  ]
}
