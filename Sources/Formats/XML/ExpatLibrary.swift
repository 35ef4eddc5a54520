import Glibc

/// The functions of libexpat (https://libexpat.github.io/doc/api/latest/), loaded when XML is first
/// read: a program that reads none never loads it, and building needs no package.
struct ExpatLibrary: Sendable {
  typealias Parser = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Start =
    @convention(c) (UnsafeMutableRawPointer?, Text?, UnsafeMutablePointer<Text?>?) -> Void
  typealias End = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
  typealias Characters = @convention(c) (UnsafeMutableRawPointer?, Text?, CInt) -> Void
  typealias EntityDeclaration =
    @convention(c) (
      UnsafeMutableRawPointer?, Text?, CInt, Text?, CInt, Text?, Text?, Text?, Text?
    ) -> Void
  typealias OffsetFunction = @convention(c) (Parser) -> CLong
  typealias LineFunction = @convention(c) (Parser) -> CUnsignedLong
  typealias ErrorTextFunction = @convention(c) (CInt) -> Text?
  typealias ErrorCodeFunction = @convention(c) (Parser) -> CInt
  typealias StopFunction = @convention(c) (Parser, UInt8) -> CInt
  typealias ParseFunction = @convention(c) (Parser, Text?, CInt, CInt) -> CInt
  typealias SetEntityHandlerFunction = @convention(c) (Parser, EntityDeclaration?) -> Void
  typealias SetCharacterHandlerFunction = @convention(c) (Parser, Characters?) -> Void
  typealias SetElementHandlerFunction = @convention(c) (Parser, Start?, End?) -> Void
  typealias SetUserDataFunction = @convention(c) (Parser, UnsafeMutableRawPointer?) -> Void
  typealias FreeFunction = @convention(c) (Parser) -> Void
  typealias CreateFunction = @convention(c) (Text?, CChar) -> Parser?

  let create: CreateFunction
  let free: FreeFunction
  let setUserData: SetUserDataFunction
  let setElementHandler: SetElementHandlerFunction
  let setCharacterHandler: SetCharacterHandlerFunction
  let setEntityHandler: SetEntityHandlerFunction
  let parse: ParseFunction
  let stop: StopFunction
  let errorCode: ErrorCodeFunction
  let errorText: ErrorTextFunction
  let line: LineFunction
  let offset: OffsetFunction

  /// The library, or why there is none.
  static let shared: Result<ExpatLibrary, ImportError> = {
    guard let handle = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL) else {
      return .failure(.needsLibrary(name: "libexpat.so.1", package: "libexpat1"))
    }
    guard let library = ExpatLibrary(handle) else {
      return .failure(.needsLibrary(name: "libexpat.so.1", package: "libexpat1"))
    }
    return .success(library)
  }()

  private init?(_ handle: UnsafeMutableRawPointer) {
    // The types are those of expat.h, whose functions have had them since version 2.
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard let create = function("XML_ParserCreateNS", CreateFunction.self),
      let free = function("XML_ParserFree", FreeFunction.self),
      let setUserData = function("XML_SetUserData", SetUserDataFunction.self),
      let setElementHandler = function("XML_SetElementHandler", SetElementHandlerFunction.self),
      let setCharacterHandler = function(
        "XML_SetCharacterDataHandler", SetCharacterHandlerFunction.self),
      let setEntityHandler = function("XML_SetEntityDeclHandler", SetEntityHandlerFunction.self),
      let parse = function("XML_Parse", ParseFunction.self),
      let stop = function("XML_StopParser", StopFunction.self),
      let errorCode = function("XML_GetErrorCode", ErrorCodeFunction.self),
      let errorText = function("XML_ErrorString", ErrorTextFunction.self),
      let line = function("XML_GetCurrentLineNumber", LineFunction.self),
      let offset = function("XML_GetCurrentByteIndex", OffsetFunction.self)
    else { return nil }
    self.create = create
    self.free = free
    self.setUserData = setUserData
    self.setElementHandler = setElementHandler
    self.setCharacterHandler = setCharacterHandler
    self.setEntityHandler = setEntityHandler
    self.parse = parse
    self.stop = stop
    self.errorCode = errorCode
    self.errorText = errorText
    self.line = line
    self.offset = offset
  }
}
