/// What the environment says about the way to the network.
///
/// The names are the ones that curl and OpenSSL gave them; `http_proxy` counts in lower case alone,
/// since a web server's child could be given the other by a stranger.
package struct NetworkSurroundings: Equatable, Sendable {
  let secureProxy: String?
  let plainProxy: String?
  let unproxiedHosts: String?
  /// A file with the authorities to trust instead of the system's.
  let certificateFile: String?
  let certificateDirectory: String?
  let userAgent: String

  /// Reads the variables; a value that is empty counts as none.
  package init(version: String, environment: (String) -> String?) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(environment).first { !$0.isEmpty }
    }
    secureProxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    plainProxy = first("http_proxy", "all_proxy", "ALL_PROXY")
    unproxiedHosts = first("no_proxy", "NO_PROXY")
    certificateFile = first("SSL_CERT_FILE")
    certificateDirectory = first("SSL_CERT_DIR")
    userAgent = "Tweetie/\(version)"
  }

  func proxy(for address: WebAddress) -> String? { address.isSecure ? secureProxy : plainProxy }
}
