internal import CLibraries
internal import CSystem
internal import Glibc

/// Pictures drawn as block characters: their cells are text like any other.
@MainActor final class SymbolDrawing: PictureDrawing {
  var onChange: () -> Void = {}

  private let encoder: SymbolEncoder
  private let depth: ColourDepth
  private let cell: PixelSize
  private var encoded = PictureCache<CellContent>(capacity: 200_000)
  private var inProgress: Set<Picture> = []

  init(depth: ColourDepth, cell: PixelSize, thread: (any SerialExecutor)?) {
    (self.depth, self.cell) = (depth, cell)
    encoder = SymbolEncoder(thread: thread)
  }

  func content(of picture: Picture) -> CellContent {
    if let content = encoded.value(for: picture) { return content }
    if inProgress.insert(picture).inserted { Task { await encode(picture) } }
    return .average(of: picture, depth: depth)
  }

  func isReady(_ picture: Picture) -> Bool {
    _ = content(of: picture)
    return encoded.contains(picture)
  }

  private func encode(_ picture: Picture) async {
    let glyphs = await encoder.glyphs(of: picture, depth: depth, cell: cell)
    inProgress.remove(picture)
    encoded.store(.symbols(glyphs), for: picture, cost: picture.cells.rows * picture.cells.columns)
    onChange()
  }
}

extension CellContent {
  static func average(of picture: Picture, depth: ColourDepth) -> CellContent {
    let colour = picture.averageColour
    return .flat(PictureColour(colour.red, colour.green, colour.blue, depth: depth))
  }
}

/// An encoder of pictures as block characters, on a given thread, or on the main actor.
actor SymbolEncoder {
  private let thread: (any SerialExecutor)?
  /// The library chafa, opened at the first picture, so that no start of the program waits.
  private lazy var library = ChafaLibrary()

  init(thread: (any SerialExecutor)?) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func glyphs(of picture: Picture, depth: ColourDepth, cell: PixelSize) -> [PictureGlyph] {
    Self.glyphs(of: picture, depth: depth, cell: cell, with: library)
  }

  /// Encodes a picture with chafa, or as half blocks without chafa.
  static func glyphs(
    of picture: Picture, depth: ColourDepth, cell: PixelSize, with library: ChafaLibrary?
  ) -> [PictureGlyph] {
    let canvas = library.flatMap {
      SymbolCanvas($0.functions, cells: picture.cells, cell: cell, depth: depth)?
        .glyphs(of: picture.image)
    }
    return canvas ?? HalfBlocks(cells: picture.cells, depth: depth).glyphs(of: picture.image)
  }
}

/// The library chafa, opened by name at the first picture: it loads glib, which would delay every
/// start. `HalfBlocks` replaces it if it is not installed.
struct ChafaLibrary: Sendable {
  /// The functions of chafa in use; `gint` and the enumerations are 32 bits wide.
  struct Functions: Sendable {
    typealias Make = @convention(c) @Sendable () -> OpaquePointer?
    typealias Release = @convention(c) @Sendable (OpaquePointer?) -> Void
    typealias SetNumber = @convention(c) @Sendable (OpaquePointer?, Int32) -> Void
    typealias SetSize = @convention(c) @Sendable (OpaquePointer?, Int32, Int32) -> Void
    typealias SetFraction = @convention(c) @Sendable (OpaquePointer?, Float) -> Void
    typealias SetMap = @convention(c) @Sendable (OpaquePointer?, OpaquePointer?) -> Void
    typealias MakeCanvas = @convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?
    typealias Draw =
      @convention(c) @Sendable (
        OpaquePointer?, Int32, UnsafePointer<UInt8>?, Int32, Int32, Int32
      ) -> Void
    typealias Character = @convention(c) @Sendable (OpaquePointer?, Int32, Int32) -> UInt32
    typealias Colours =
      @convention(c) @Sendable (
        OpaquePointer?, Int32, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
      ) -> Void

    let makeConfiguration: Make
    let releaseConfiguration: Release
    let setGeometry: SetSize
    let setCellGeometry: SetSize
    let setMode: SetNumber
    let setColourSpace: SetNumber
    let setWork: SetFraction
    let setSymbols: SetMap
    let makeSymbols: Make
    let addSymbols: SetNumber
    let releaseSymbols: Release
    let makeCanvas: MakeCanvas
    let releaseCanvas: Release
    let draw: Draw
    let character: Character
    let colours: Colours
    let setThreads: @convention(c) @Sendable (Int32) -> Void
  }

  let functions: Functions
  /// The file name of the library chafa, which ends with the interface version.
  let file: String

  /// Opens the library chafa; nil if it is not installed, or lacks a function.
  init?() {
    guard let handle = clibraries_open("libchafa") else { return nil }
    func find<Function>(_ name: String, as type: Function.Type) -> Function? {
      // This is the function's type in the headers.
      dlsym(handle, "chafa_\(name)").map { unsafeBitCast($0, to: type) }
    }
    guard
      let makeConfiguration = find("canvas_config_new", as: Functions.Make.self),
      let releaseConfiguration = find("canvas_config_unref", as: Functions.Release.self),
      let setGeometry = find("canvas_config_set_geometry", as: Functions.SetSize.self),
      let setCellGeometry = find("canvas_config_set_cell_geometry", as: Functions.SetSize.self),
      let setMode = find("canvas_config_set_canvas_mode", as: Functions.SetNumber.self),
      let setColourSpace = find("canvas_config_set_color_space", as: Functions.SetNumber.self),
      let setWork = find("canvas_config_set_work_factor", as: Functions.SetFraction.self),
      let setSymbols = find("canvas_config_set_symbol_map", as: Functions.SetMap.self),
      let makeSymbols = find("symbol_map_new", as: Functions.Make.self),
      let addSymbols = find("symbol_map_add_by_tags", as: Functions.SetNumber.self),
      let releaseSymbols = find("symbol_map_unref", as: Functions.Release.self),
      let makeCanvas = find("canvas_new", as: Functions.MakeCanvas.self),
      let releaseCanvas = find("canvas_unref", as: Functions.Release.self),
      let draw = find("canvas_draw_all_pixels", as: Functions.Draw.self),
      let character = find("canvas_get_char_at", as: Functions.Character.self),
      let colours = find("canvas_get_raw_colors_at", as: Functions.Colours.self),
      let setThreads = find("set_n_threads", as: (@convention(c) @Sendable (Int32) -> Void).self)
    else {
      dlclose(handle)
      return nil
    }
    functions = Functions(
      makeConfiguration: makeConfiguration, releaseConfiguration: releaseConfiguration,
      setGeometry: setGeometry, setCellGeometry: setCellGeometry, setMode: setMode,
      setColourSpace: setColourSpace, setWork: setWork, setSymbols: setSymbols,
      makeSymbols: makeSymbols, addSymbols: addSymbols, releaseSymbols: releaseSymbols,
      makeCanvas: makeCanvas, releaseCanvas: releaseCanvas, draw: draw, character: character,
      colours: colours, setThreads: setThreads)
    file = Self.file(of: dlsym(handle, "chafa_canvas_new"))
    // One picture at a time is enough while somebody reads.
    functions.setThreads(1)
  }

  private static func file(of symbol: UnsafeMutableRawPointer?) -> String {
    guard let name = csystem_library_holding(symbol), let path = realpath(name, nil) else {
      return "libchafa.so.0"
    }
    defer { free(path) }
    return String(String(cString: path).split(separator: "/").last ?? "libchafa.so.0")
  }
}

/// Facts for `tweetie doctor` about the library that makes pictures out of block characters.
public enum PictureLibrary {
  public static var file: String? { ChafaLibrary()?.file }
}
