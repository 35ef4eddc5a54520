/// Says in plain words why a server is not trusted.
enum TLSFault {
  /// - Parameter text: what the TLS library says; each of them has words of its own.
  static func plain(_ text: String) -> String {
    let words = text.lowercased()
    func says(_ some: String...) -> Bool {
      some.contains { words.contains($0) }
    }
    if says("expired", "expiration date has passed") {
      return "the server's certificate has expired, or the clock of this machine is wrong"
    }
    if says("not yet valid", "not activated yet") {
      return "the server's certificate is not valid yet, or the clock of this machine is wrong"
    }
    if says("subject name", "does not match", "hostname mismatch") {
      return "the server's certificate is for another host"
    }
    if says("error setting certificate", "error reading ca cert") {
      return "the file of trusted certificates cannot be read; see SSL_CERT_FILE, or install "
        + "ca-certificates"
    }
    if says("self-signed", "self signed", "issuer", "verification failed", "unable to verify") {
      return "nobody whom this machine trusts has signed the server's certificate; if you trust "
        + "it, name the file of its authority in SSL_CERT_FILE"
    }
    return text
  }
}
