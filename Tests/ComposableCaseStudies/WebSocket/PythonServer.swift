import Glibc

/// A real server, of Python's `websockets`, where that is installed: it says back what it is told.
final class PythonServer: Sendable {
  /// Why there is none here; nil: there is one.
  static let isMissing: String? = {
    let server = try? PythonServer(program: "import websockets.asyncio.server")
    return server?.wait() == 0 ? nil : "python3 has no module websockets here"
  }()

  private static let program = """
    import asyncio, sys
    from websockets.asyncio.server import serve
    async def talk(socket):
        async for message in socket:
            if message == "close":
                await socket.close(4321, "as you wish")
            elif message == "parts":
                await socket.send(["in ", "three ", "parts"])
            elif message == "ping":
                await (await socket.ping())
                await socket.send("pong came")
            else:
                await socket.send(message)
    async def main():
        async with serve(talk, "127.0.0.1", 0, compression=None) as server:
            print(server.sockets[0].getsockname()[1], flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    asyncio.run(main())
    """

  private let process: pid_t
  /// Both its input and its output.
  private let socket: CInt

  convenience init() throws { try self.init(program: Self.program) }

  private init(program: String) throws {
    var pair: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw ServerError(code: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pair[1], 0)
    posix_spawn_file_actions_adddup2(&actions, pair[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    for argument in ["python3", "-c", program] { arguments.append(strdup(argument)) }
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let status = posix_spawnp(&process, "python3", &actions, nil, arguments + [nil], environ)
    close(pair[1])
    socket = pair[0]
    self.process = process
    if status != 0 {
      close(pair[0])
      throw ServerError(code: status)
    }
  }

  /// Where it listens.
  func url() throws -> String {
    var digits = ""
    var byte: UInt8 = 0
    while read(socket, &byte, 1) == 1, byte != 10 { digits.unicodeScalars.append(.init(byte)) }
    guard UInt16(digits) != nil else { throw ServerError(code: ENOENT) }
    return "ws://127.0.0.1:\(digits)/"
  }

  /// Ends it.
  /// - Returns: how it ended, as `waitpid` says it.
  @discardableResult
  func wait() -> CInt {
    close(socket)
    var status: CInt = 0
    waitpid(process, &status, 0)
    return status
  }
}
