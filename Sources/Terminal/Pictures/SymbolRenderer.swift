internal import CLibraries
internal import CSystem
internal import Glibc

/// A renderer of pictures as block characters, which scroll and are covered like other text.
@MainActor
final class SymbolRenderer: PictureRenderer {
  var onChange: () -> Void = {}

  private let encoder: SymbolEncoder
  private let depth: ColourDepth
  private let cell: PixelSize
  private var encoded = PictureCache<PictureCellContent>(capacity: 200_000)
  private var inProgress: Set<Picture> = []

  init(depth: ColourDepth, cell: PixelSize, thread: (any SerialExecutor)?) {
    (self.depth, self.cell) = (depth, cell)
    encoder = SymbolEncoder(thread: thread)
  }

  func cellContentToDrawNow(of picture: Picture) -> PictureCellContent {
    if let content = encoded.cachedValue(for: picture) { return content }
    if inProgress.insert(picture).inserted { Task { await encodePicture(picture) } }
    return .averageColour(of: picture, depth: depth)
  }

  func isReadyElseBeginEncoding(_ picture: Picture) -> Bool {
    _ = cellContentToDrawNow(of: picture)
    return encoded.cacheContains(picture)
  }

  private func encodePicture(_ picture: Picture) async {
    let glyphs = await encoder.pictureGlyphs(of: picture, depth: depth, cell: cell)
    inProgress.remove(picture)
    encoded.storeValue(
      .symbols(glyphs), for: picture, cost: picture.cells.rows * picture.cells.columns)
    onChange()
  }
}

extension PictureCellContent {
  static func averageColour(of picture: Picture, depth: ColourDepth) -> PictureCellContent {
    let colour = picture.averageColour
    return .flat(PictureColour(colour.red, colour.green, colour.blue, depth: depth))
  }
}

/// An encoder of pictures as block characters, on a given thread, or on the main actor.
actor SymbolEncoder {
  private let thread: (any SerialExecutor)?
  /// The library chafa, opened at the first picture, so as not to delay the start of the program;
  /// nil if it is not installed.
  private lazy var library = ChafaLibrary()

  init(thread: (any SerialExecutor)?) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func pictureGlyphs(of picture: Picture, depth: ColourDepth, cell: PixelSize) -> [PictureGlyph] {
    Self.pictureGlyphs(of: picture, depth: depth, cell: cell, with: library)
  }

  /// Returns the block characters for a picture, made by chafa or, without it, as half blocks.
  static func pictureGlyphs(
    of picture: Picture, depth: ColourDepth, cell: PixelSize, with library: ChafaLibrary?
  ) -> [PictureGlyph] {
    let image = picture.image.sharpened(forColumns: picture.cells.columns, depth: depth)
    let canvas = library.flatMap {
      ChafaCanvas($0.functions, cells: picture.cells, cell: cell, depth: depth)?
        .symbolGlyphs(of: image)
    }
    return canvas
      ?? HalfBlockConverter(cells: picture.cells, depth: depth).halfBlockGlyphs(of: image)
  }
}

/// A handle of the library chafa, which is opened by name at the first picture, since it loads
/// glib, which would delay every start of the program. `HalfBlockConverter` is used if it is not
/// installed.
struct ChafaLibrary: Sendable {
  /// A table of the functions of chafa in use; `gint` and the enumerations are 32 bits wide.
  struct ChafaFunctions: Sendable {
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
    let setDithering: SetNumber
    let setDitheringStrength: SetFraction
    let setPreprocessing: SetNumber
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

    /// Creates the table by looking up the functions in the opened library; throws if it lacks one.
    init(of library: UnsafeMutableRawPointer) throws(MissingFunction) {
      func findFunction<Function>(_ name: String) throws(MissingFunction) -> Function {
        guard let symbol = dlsym(library, "chafa_\(name)") else { throw MissingFunction() }
        // The type is the function's type in chafa's headers.
        return unsafeBitCast(symbol, to: Function.self)
      }
      makeConfiguration = try findFunction("canvas_config_new")
      releaseConfiguration = try findFunction("canvas_config_unref")
      setGeometry = try findFunction("canvas_config_set_geometry")
      setCellGeometry = try findFunction("canvas_config_set_cell_geometry")
      setMode = try findFunction("canvas_config_set_canvas_mode")
      setColourSpace = try findFunction("canvas_config_set_color_space")
      setDithering = try findFunction("canvas_config_set_dither_mode")
      setDitheringStrength = try findFunction("canvas_config_set_dither_intensity")
      setPreprocessing = try findFunction("canvas_config_set_preprocessing_enabled")
      setWork = try findFunction("canvas_config_set_work_factor")
      setSymbols = try findFunction("canvas_config_set_symbol_map")
      makeSymbols = try findFunction("symbol_map_new")
      addSymbols = try findFunction("symbol_map_add_by_tags")
      releaseSymbols = try findFunction("symbol_map_unref")
      makeCanvas = try findFunction("canvas_new")
      releaseCanvas = try findFunction("canvas_unref")
      draw = try findFunction("canvas_draw_all_pixels")
      character = try findFunction("canvas_get_char_at")
      colours = try findFunction("canvas_get_raw_colors_at")
      setThreads = try findFunction("set_n_threads")
    }
  }

  struct MissingFunction: Error {}

  let functions: ChafaFunctions
  /// The name of chafa's library file, which ends with the interface version.
  let file: String

  /// Creates the library chafa by opening it; nil if it is not installed, or lacks a function.
  init?() {
    guard let handle = clibraries_open("libchafa") else { return nil }
    do throws(MissingFunction) { functions = try ChafaFunctions(of: handle) } catch {
      dlclose(handle)
      return nil
    }
    file = Self.chafaLibraryFile(of: dlsym(handle, "chafa_canvas_new"))
    // One thread for pictures is enough, since the user is reading meanwhile.
    functions.setThreads(1)
  }

  private static func chafaLibraryFile(of symbol: UnsafeMutableRawPointer?) -> String {
    guard let name = csystem_library_holding(symbol), let path = realpath(name, nil) else {
      return "libchafa.so.0"
    }
    defer { free(path) }
    return String(String(cString: path).split(separator: "/").last ?? "libchafa.so.0")
  }
}

/// A namespace for facts about the installed library chafa, which `tweetie doctor` prints.
public enum InstalledChafa {
  public static var file: String? { ChafaLibrary()?.file }
}
