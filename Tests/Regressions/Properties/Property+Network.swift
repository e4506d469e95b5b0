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
  ]
}
