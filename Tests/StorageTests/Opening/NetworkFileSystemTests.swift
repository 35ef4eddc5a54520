import Glibc
import Testing

@testable import Storage

@Suite struct NetworkFileSystemTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("library.db") }

  init() throws { directory = try TemporaryDirectory() }

  private func network() -> DatabaseOptions {
    var options = DatabaseOptions(patience: .zero)
    options.fileSystem = .network("NFS")
    return options
  }

  private func mode(_ database: Database) throws -> String {
    try database.readAndWait { try $0.string("PRAGMA journal_mode") }
  }

  @Test("WAL is not used there, and a warning says so")
  func warning() throws {
    for access in [DatabaseAccess.writing(create: true), .reading] {
      let database = try Database.open(at: path, access: access, options: network())
      #expect(database.warnings == [.networkFileSystem("NFS")])
      #expect(try mode(database) == "delete")
      database.close()
    }
    let local = try Database.open(at: path, access: .writing(create: false))
    #expect(try mode(local) == "wal")
    #expect(local.warnings.isEmpty)
  }

  @Test("a library that was copied there leaves WAL when it is read, unless it is in use")
  func copied() throws {
    let local = try Database.open(at: path, access: .writing(create: true))
    #expect(try mode(local) == "wal")
    let beside = try Database.open(at: path, access: .reading, options: network())
    #expect(try mode(beside) == "wal")
    beside.close()
    local.close()
    let alone = try Database.open(at: path, access: .reading, options: network())
    #expect(try mode(alone) == "delete")
  }

  @Test(
    "file systems of several machines are recognised by their numbers",
    arguments: [
      (0x6969, "NFS"), (0x517B, "SMB"), (0xFE53_4D42, "SMB"), (0xFF53_4D42, "SMB"),
      (0x0102_1997, "9P"), (0x00C3_6400, "Ceph"), (0x0BD0_0BD0, "Lustre"),
    ] as [(UInt32, String)])
  func numbers(magic: UInt32, name: String) {
    #expect(FileSystem(magic: magic) == .network(name))
  }

  @Test("those of one machine are not")
  func local() {
    // ext4, Btrfs, XFS, tmpfs, overlay.
    for magic in [0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x794C_7630] as [UInt32] {
      #expect(FileSystem(magic: magic) == .local)
    }
    #expect(FileSystem(of: "/") == .local)
    #expect(FileSystem(of: "/nowhere at all") == .local)
  }

  @Test("FUSE is told by the type of the mount, and counts as a network where that is not known")
  func fuse() {
    #expect(FileSystem(mountType: "fuse.sshfs") == .network("sshfs"))
    #expect(FileSystem(mountType: "fuse.rclone") == .network("rclone"))
    #expect(FileSystem(mountType: "virtiofs") == .network("virtiofs"))
    #expect(FileSystem(mountType: nil) == .network("FUSE"))
    #expect(FileSystem(mountType: "fuseblk") == .local)
    #expect(FileSystem(mountType: "fuse.gocryptfs") == .local)
  }

  @Test("the type of a mount is read from the system's list, whatever stands before it")
  func mountType() {
    let line =
      "98 30 0:52 / /home/me/far\\040away rw,nosuid shared:4 master:1 - fuse.sshfs me@far: rw"
    #expect(MountType.read(line, device: "0:52") == "fuse.sshfs")
    #expect(MountType.read(line, device: "0:5") == nil)
    #expect(MountType.read("1 2 0:52 / / rw - ext4 /dev/x rw", device: "0:52") == "ext4")
    for broken in ["", "1 2", "1 2 0:52", "1 2 0:52 / / rw -", "\u{0}"] {
      #expect(MountType.read(broken, device: "0:52") == nil)
    }
    #expect(MountType.of("/") != nil)
    #expect(MountType.of("/nowhere at all") == nil)
  }

  @Test(
    "a real FUSE mount is a network by its type",
    .enabled(if: FuseMount.isPossible, "mounting needs root and /dev/fuse"),
    arguments: [("fuse.sshfs", FileSystem.network("sshfs")), ("fuse.bindfs", .local)])
  func mounted(type: String, expected: FileSystem) throws {
    let place = directory.file("mount")
    mkdir(place, 0o700)
    let mount = try FuseMount(at: place, type: type)
    #expect(FileSystem(of: place) == expected)
    mount.end()
    #expect(FileSystem(of: place) == .local)
  }
}
