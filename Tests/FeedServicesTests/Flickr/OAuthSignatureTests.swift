import FeedDomain
import Testing

@testable import FeedServices

/// Signatures after OAuth 1.0a.
@Suite struct OAuthSignatureTests {
  private static let key = "invented-consumer-key-0001"
  private static let consumer = Secret("invented-consumer-secret")
  private static let token = "72157600000000000-aaaabbbbccccdddd"
  private static let tokenSecret = Secret("0123456789abcdef")

  private static func fields(
    _ nonce: String, _ time: String, _ more: [(String, String)]
  ) -> [(String, String)] {
    [
      ("oauth_consumer_key", key), ("oauth_nonce", nonce),
      ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", time),
      ("oauth_version", "1.0"),
    ] + more
  }

  @Test func `a request for a token is signed with the application's secret alone`() {
    let signature = OAuthSignatureParts(
      method: .get, address: "https://www.flickr.com/services/oauth/request_token",
      parameters: Self.fields(
        "7d8f3e4a", "1760000000", [("oauth_callback", "http://127.0.0.1:43117/flickr")]))

    #expect(
      signature.base64Signature(consumer: Self.consumer, token: nil)
        == "A/RLUNN+yVCrVHHCj1DUiAgBxkY="
    )
  }

  @Test func `a form request is signed with the secrets of application and token`() {
    let signature = OAuthSignatureParts(
      method: .post, address: "https://www.flickr.com/services/rest",
      parameters: Self.fields(
        "95613465", "1760000100",
        [
          ("oauth_token", Self.token), ("method", "flickr.favorites.add"),
          ("photo_id", "53999000111"), ("format", "json"), ("nojsoncallback", "1"),
        ]))

    #expect(
      signature.base64Signature(consumer: Self.consumer, token: Self.tokenSecret)
        == "cQa0cSUBCDvsT109R3YJTbadjzQ=")
  }

  @Test func `non-ASCII characters are percent-encoded byte by byte for the signature`() {
    let signature = OAuthSignatureParts(
      method: .get, address: "https://www.flickr.com/services/rest",
      parameters: Self.fields(
        "95613466", "1760000200",
        [
          ("oauth_token", Self.token), ("method", "flickr.photos.search"),
          ("text", "café & crème ~1"), ("format", "json"), ("nojsoncallback", "1"),
        ]))

    #expect(
      signature.base64Signature(consumer: Self.consumer, token: Self.tokenSecret)
        == "jOSqIkZi9z5euPs5BDDRIcMhGQY=")
  }

  @Test func `a request is signed with its query and form as sent`() throws {
    let signer = OAuthSigner(
      key: Self.key, consumer: Self.consumer, token: Self.token, tokenSecret: Self.tokenSecret)
    let time = Timestamp(milliseconds: 1_760_000_200_999)
    let query = WebAddressQuery([
      ("method", "flickr.photos.search"), ("text", "café & crème ~1"), ("format", "json"),
      ("nojsoncallback", "1"),
    ])
    var get = HTTPRequest(.get, "https://www.flickr.com/services/rest?\(query.text)")
    var post = HTTPRequest(
      .post, "https://www.flickr.com/services/rest",
      body: .form([
        ("method", "flickr.favorites.add"), ("photo_id", "53999000111"), ("format", "json"),
        ("nojsoncallback", "1"),
      ]))

    signer.signRequest(&get, nonce: "95613466", at: time)
    signer.signRequest(&post, nonce: "95613465", at: Timestamp(milliseconds: 1_760_000_100_000))

    let header = try #require(get.headers["Authorization"])
    #expect(header.hasPrefix("OAuth oauth_consumer_key=\"invented-consumer-key-0001\", "))
    #expect(header.contains("oauth_token=\"\(Self.token)\""))
    #expect(header.hasSuffix("oauth_signature=\"jOSqIkZi9z5euPs5BDDRIcMhGQY%3D\""))
    #expect(
      post.headers["Authorization"]?.hasSuffix("\"cQa0cSUBCDvsT109R3YJTbadjzQ%3D\"") == true)
  }
}
