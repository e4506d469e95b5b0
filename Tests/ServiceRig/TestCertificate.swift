internal import CTLS

/// A certificate made for a test, with its key.
public final class TestCertificate: Sendable {
  /// The certificate as PEM text.
  public let text: String

  // Both are only read once they are made, which OpenSSL allows from any thread.
  nonisolated(unsafe) let certificate: OpaquePointer
  nonisolated(unsafe) let key: OpaquePointer

  /// A weakness of a certificate, for which it must be rejected.
  public enum Weakness: Sendable {
    /// A weakness of a certificate: its key can be computed.
    case key
    /// A weakness of a certificate: its signature can be forged.
    case signature
  }

  /// Returns the certificate of an authority, which signs itself without an issuer.
  public static func authority(
    _ name: String = "Test Authority", issuer: TestCertificate? = nil
  ) -> TestCertificate {
    TestCertificate(name: name, hosts: [], days: -999...999, isAuthority: true, issuer: issuer)
  }

  /// Creates a certificate for hosts, valid on the days counted from today; without an issuer it
  /// signs itself.
  public convenience init(
    hosts: [String], days: ClosedRange<Int> = -999...999, issuer: TestCertificate?,
    weakness: Weakness? = nil
  ) {
    self.init(
      name: hosts.first ?? "nobody", hosts: hosts, days: days, isAuthority: false, issuer: issuer,
      weakness: weakness)
  }

  private init(
    name: String, hosts: [String], days: ClosedRange<Int>, isAuthority: Bool,
    issuer: TestCertificate?, weakness: Weakness? = nil
  ) {
    key = weakness == .key ? ctls_new_rsa_key(768) : ctls_new_key()
    certificate = X509_new()
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1...Int(Int32.max)))
    X509_gmtime_adj(X509_getm_notBefore(certificate), days.lowerBound * 86_400)
    X509_gmtime_adj(X509_getm_notAfter(certificate), days.upperBound * 86_400)
    X509_set_pubkey(certificate, key)
    let subject = X509_get_subject_name(certificate)
    let letters = Array(name.utf8)
    let isNamed = X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_UTF8, letters, CInt(letters.count), -1, 0)
    precondition(isNamed == 1, "a certificate without a name is nobody's")
    X509_set_issuer_name(
      certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? subject)
    Self.extend(certificate, NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "CA:FALSE")
    if !hosts.isEmpty {
      let names = hosts.map { ($0.allSatisfy { $0.isNumber || $0 == "." } ? "IP:" : "DNS:") + $0 }
      Self.extend(certificate, NID_subject_alt_name, names.joined(separator: ","))
    }
    X509_sign(certificate, issuer?.key ?? key, weakness == .signature ? EVP_sha1() : EVP_sha256())
    let pem = ctls_text(certificate)
    text = pem.map { String(cString: $0) } ?? ""
    ctls_free(pem)
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  private static func extend(_ certificate: OpaquePointer, _ kind: CInt, _ value: String) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, certificate, certificate, nil, nil, 0)
    let part = X509V3_EXT_conf_nid(nil, &context, kind, value)
    X509_add_ext(certificate, part, -1)
    X509_EXTENSION_free(part)
  }
}
