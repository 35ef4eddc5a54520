import CSQLite

/// The file system that a directory is on.
enum FileSystem: Hashable, Sendable {
  case local
  /// Several machines may write to it; the name says which kind.
  case network(String)

  /// Asks the system. What cannot be asked counts as local: opening says what is wrong with it.
  init(of directory: String) {
    let magic = csqlite_file_system(directory)
    guard magic == Self.fuse else {
      self.init(magic: magic)
      return
    }
    self.init(mountType: MountType.of(directory))
  }

  /// What programs outside of the kernel serve, over a network or not (linux/magic.h).
  private static let fuse: UInt32 = 0x6573_5546

  /// Types of FUSE mounts whose files are on this machine's disks. `fuseblk` is a device: NTFS,
  /// exFAT.
  private static let localTypes: Set<String> = [
    "fuseblk", "fuse.bindfs", "fuse.cryfs", "fuse.encfs", "fuse.exfat", "fuse.fuse-overlayfs",
    "fuse.gocryptfs", "fuse.mergerfs", "fuse.ntfs-3g", "fuse.unionfs", "fuse.unionfs-fuse",
  ]

  /// Reads the type of a FUSE mount: `fuse.sshfs`. What is not known to be local counts as a
  /// network: that costs a little speed, and the other mistake costs the file.
  /// - Parameter mountType: nil: the system does not tell it.
  init(mountType: String?) {
    guard let mountType else {
      // mutant unknown-fuse-is-network:
      //   `self = .network("FUSE")` -> `self = .local` (NetworkFileSystemTests)
      self = .network("FUSE")
      return
    }
    self =
      Self.localTypes.contains(mountType)
      ? .local : .network(mountType.hasPrefix("fuse.") ? String(mountType.dropFirst(5)) : mountType)
  }

  /// Reads the number by which the kernel tells file systems apart (statfs(2), linux/magic.h).
  ///
  /// WAL needs shared memory, which machines do not share (https://www.sqlite.org/wal.html).
  init(magic: UInt32) {
    self =
      switch magic {
      case 0x6969: .network("NFS")
      case 0x517B, 0xFE53_4D42, 0xFF53_4D42: .network("SMB")
      case 0x0102_1997: .network("9P")
      case 0x00C3_6400: .network("Ceph")
      case 0x5346_414F, 0x6B41_4653: .network("AFS")
      case 0x7375_7245: .network("Coda")
      case 0x564C: .network("NCP")
      case 0x0BD0_0BD0: .network("Lustre")
      case 0x4750_4653: .network("GPFS")
      case 0x0116_1970: .network("GFS2")
      case 0x7461_636F: .network("OCFS2")
      default: .local
      }
  }
}
