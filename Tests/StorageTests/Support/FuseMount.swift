import Glibc
import Testing

/// A file system in user space that has an empty root directory, to be looked at from outside
/// (fuse(4), linux/fuse.h).
final class FuseMount {
  private let directory: String
  private var server = pthread_t()
  private var isMounted = true

  /// Whether this process may mount one.
  static var isPossible: Bool {
    guard geteuid() == 0 else { return false }
    let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    defer { if device >= 0 { close(device) } }
    return device >= 0
  }

  /// Mounts it on a directory.
  /// - Parameter type: what the system's list of mounts says: `fuse.sshfs`.
  init(at directory: String, type: String) throws {
    self.directory = directory
    let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    try #require(device >= 0)
    let options = "fd=\(device),rootmode=40000,user_id=0,group_id=0"
    let code = mount("test", directory, type, UInt(MS_NOSUID | MS_NODEV), options)
    try #require(code == 0, "cannot mount: \(String(cString: strerror(errno)))")
    let argument = UnsafeMutableRawPointer(bitPattern: Int(device))
    pthread_create(
      &server, nil,
      { argument in
        FuseMount.serve(Int32(truncatingIfNeeded: Int(bitPattern: argument)))
        return nil
      }, argument)
  }

  deinit { end() }

  /// Takes it away.
  func end() {
    guard isMounted else { return }
    isMounted = false
    umount2(directory, Int32(MNT_DETACH))
    pthread_join(server, nil)
  }

  /// Answers the kernel until the file system is gone.
  private static func serve(_ device: Int32) {
    defer { close(device) }
    var request = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = read(device, &request, request.count)
      if count < 0, errno == EINTR || errno == EAGAIN || errno == ENOENT { continue }
      guard count >= 40 else { return }
      // fuse_in_header: length, operation, number of the request.
      let operation = request.withUnsafeBytes { $0.load(fromByteOffset: 4, as: UInt32.self) }
      let number = request.withUnsafeBytes { $0.load(fromByteOffset: 8, as: UInt64.self) }
      guard let answer = answer(to: operation) else { continue }
      var reply: [UInt8] = []
      append(UInt32(16 + answer.body.count), to: &reply)
      append(answer.error, to: &reply)
      append(number, to: &reply)
      reply += answer.body
      write(device, reply, reply.count)
    }
  }

  private static func answer(to operation: UInt32) -> (error: Int32, body: [UInt8])? {
    var body = [UInt8]()
    switch operation {
    case 2, 42: return nil  // FORGET, BATCH_FORGET
    case 26:  // INIT: the protocol's version, then nothing but limits.
      append(UInt32(7), to: &body)
      append(UInt32(31), to: &body)
      body += [UInt8](repeating: 0, count: 12)
      append(UInt32(4096), to: &body)  // max_write
      body += [UInt8](repeating: 0, count: 64 - body.count)
    case 3:  // GETATTR: of the root, the only thing there is.
      body = [UInt8](repeating: 0, count: 16)
      append(UInt64(1), to: &body)
      body += [UInt8](repeating: 0, count: 52)
      append(UInt32(0o040_755), to: &body)  // mode
      append(UInt32(2), to: &body)  // links
      body += [UInt8](repeating: 0, count: 104 - body.count)
    case 17: body = [UInt8](repeating: 0, count: 80)  // STATFS
    default: return (-ENOSYS, [])
    }
    return (0, body)
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }
}
