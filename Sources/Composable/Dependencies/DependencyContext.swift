/// Where dependencies are asked for.
public enum DependencyContext: Sendable {
  case live
  case preview
  case test
}
