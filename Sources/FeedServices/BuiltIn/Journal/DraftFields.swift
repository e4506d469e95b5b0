internal import FeedDomain

extension Draft {
  /// The draft as fields of a line: a poll and pictures, which exclude each other, come last.
  var fields: [String] {
    let kind = poll == nil ? isSensitive ? "publish-covered" : "publish" : "publish-poll"
    let rest =
      poll?.fields ?? attachments.flatMap { [$0.uploaded ?? "", $0.altText] }
    return [
      kind, id.rawValue, text, warning ?? "", visibility.rawValue, replyTo?.rawValue ?? "",
      quoting?.rawValue ?? "",
    ] + rest
  }

  /// The draft with those fields; nil where they are none of ours.
  init?(fields: [String]) {
    guard fields.count >= 7, let visibility = Visibility(rawValue: fields[4]) else { return nil }
    let rest = fields[7...]
    let hasPoll = fields[0] == "publish-poll"
    let poll = hasPoll ? Poll(fields: rest) : nil
    guard hasPoll ? poll != nil : rest.count % 2 == 0 else { return nil }
    let attachments = stride(from: 7, to: hasPoll ? 7 : fields.count, by: 2).map {
      Attachment(path: "", altText: fields[$0 + 1], uploaded: fields[$0].nonEmpty)
    }
    self.init(
      id: ID(fields[1]), text: fields[2], warning: fields[3].nonEmpty, visibility: visibility,
      replyTo: fields[5].nonEmpty.map { Post.ID($0) },
      quoting: fields[6].nonEmpty.map { Post.ID($0) }, attachments: attachments,
      isSensitive: fields[0] == "publish-covered", poll: poll)
  }
}

extension Draft.Poll {
  fileprivate var fields: [String] {
    [String(lasts.components.seconds), allowsSeveral ? "1" : "0"] + choices
  }

  fileprivate init?(fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count > 2, let seconds = Int64(fields[0]), (0...1 << 40).contains(seconds) else {
      return nil
    }
    self.init(
      choices: Array(fields[2...]), allowsSeveral: fields[1] == "1", lasts: .seconds(seconds))
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
