extension Sandbox {
  /// Whether the memory of a process can be measured here.
  static let measuresMemory = Tool.isThere("perl") && resourceUsageCall != nil

  /// The number of the system call getrusage.
  private static let resourceUsageCall: Int? = {
    #if arch(x86_64)
      98
    #elseif arch(arm64)
      165
    #else
      nil
    #endif
  }()

  /// Runs the program, and says how much memory it had at the most, in bytes.
  ///
  /// A small process starts it and asks for its children's peak: what the kernel tells of a child of
  /// this one begins with the memory of this one, since the child shares it until it becomes another
  /// program.
  func measure(
    arguments: [String], environment: [String: String] = [:]
  ) throws -> (result: Result, peak: Int) {
    let script = """
      my $pid = fork // die;
      if (!$pid) { exec { $ARGV[2] } @ARGV[2..$#ARGV] or exit 127 }
      waitpid $pid, 0;
      my ($status, $usage) = ($?, "\\0" x 144);
      syscall($ARGV[0], -1, $usage);
      open my $file, ">", $ARGV[1] or die;
      print $file unpack("x32 q", $usage);
      close $file;
      exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
      """
    let path = path("peak")
    let result = try start(
      "perl",
      ["-e", script, "\(Self.resourceUsageCall ?? 0)", path, Self.program] + arguments,
      environment: environment
    ).wait()
    return (result, (read(path).flatMap { Int($0) } ?? 0) << 10)
  }
}
