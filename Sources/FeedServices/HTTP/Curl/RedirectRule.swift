/// Where a redirect may lead: a few times, to https (plain only from one loopback address to
/// another), never from elsewhere into the person's own network, and without anything that was
/// secret.
struct RedirectRule: Sendable {
  private static let longest = 3
  private var followed = 0

  /// The request that follows a reply; nil where the reply is the answer.
  mutating func next(
    after reply: HTTPReply, to request: HTTPRequest
  ) throws(TransportError) -> HTTPRequest? {
    guard request.followsRedirects, request.method == .get, reply.isRedirect,
      let location = reply.headers["Location"]
    else { return nil }
    followed += 1
    guard followed <= Self.longest,
      let here = WebAddress(request.url),
      let there = WebAddress(location, relativeTo: here),
      there.isSecure || (!here.isSecure && there.isAllowed)
    else { throw .badRedirect }
    var next = request
    next.url = there.text
    // Where the person sent us is their word; where that sends us on is a stranger's.
    let staysHere = there.origin == here.origin || (here.isLoopback && there.isLoopback)
    if !staysHere { next.reach = .publicHosts }
    // Which headers are secret only their writer knows; what a picture needs is this one.
    next.headers = HTTPHeaders(request.headers.lines.filter { $0.name == "Accept" })
    return next
  }
}
