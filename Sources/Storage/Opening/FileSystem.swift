import CSQLite

/// The file system that a directory is on.
enum FileSystem: Hashable, Sendable {
  case local
  /// Several machines may write to it; the name says which kind.
  case network(String)

  /// Asks the system. What cannot be asked counts as local: opening says what is wrong with it.
  init(of directory: String) {
    self.init(magic: csqlite_file_system(directory))
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
