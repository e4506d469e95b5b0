/// A password that a service made for one program, as "abcd-efgh-ijkl-mnop".
public enum AppPassword {
  /// Whether what was typed so far may become one.
  public static func mayBecome(_ typed: String) -> Bool {
    typed.utf8.count <= 19
      && typed.unicodeScalars.enumerated().allSatisfy { place, sign in
        place % 5 == 4
          ? sign == "-" : ("a"..."z").contains(sign) || ("0"..."9").contains(sign)
      }
  }
}
