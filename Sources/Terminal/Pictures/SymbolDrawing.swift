internal import CLibraries
internal import CSystem
internal import Glibc

/// A renderer of pictures as block characters, which scroll and are covered like other text.
@MainActor
final class SymbolDrawing: PictureDrawing {
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

  func cellContent(of picture: Picture) -> PictureCellContent {
    if let content = encoded.cachedValue(for: picture) { return content }
    if inProgress.insert(picture).inserted { Task { await encodePicture(picture) } }
    return .averageColour(of: picture, depth: depth)
  }

  func isPictureReady(_ picture: Picture) -> Bool {
    _ = cellContent(of: picture)
    return encoded.contains(picture)
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
    return canvas ?? HalfBlockConverter(cells: picture.cells, depth: depth).blockGlyphs(of: image)
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
  }

  let functions: ChafaFunctions
  /// The name of chafa's library file, which ends with the interface version.
  let file: String

  /// Creates the library chafa by opening it; nil if it is not installed, or lacks a function.
  init?() {
    guard let handle = clibraries_open("libchafa") else { return nil }
    func findChafaFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
      // The type is the function's type in chafa's headers.
      dlsym(handle, "chafa_\(name)").map { unsafeBitCast($0, to: type) }
    }
    guard
      let makeConfiguration = findChafaFunction("canvas_config_new", as: ChafaFunctions.Make.self),
      let releaseConfiguration = findChafaFunction(
        "canvas_config_unref", as: ChafaFunctions.Release.self),
      let setGeometry = findChafaFunction(
        "canvas_config_set_geometry", as: ChafaFunctions.SetSize.self),
      let setCellGeometry = findChafaFunction(
        "canvas_config_set_cell_geometry", as: ChafaFunctions.SetSize.self),
      let setMode = findChafaFunction(
        "canvas_config_set_canvas_mode", as: ChafaFunctions.SetNumber.self),
      let setColourSpace = findChafaFunction(
        "canvas_config_set_color_space", as: ChafaFunctions.SetNumber.self),
      let setDithering = findChafaFunction(
        "canvas_config_set_dither_mode", as: ChafaFunctions.SetNumber.self),
      let setDitheringStrength = findChafaFunction(
        "canvas_config_set_dither_intensity", as: ChafaFunctions.SetFraction.self),
      let setPreprocessing = findChafaFunction(
        "canvas_config_set_preprocessing_enabled", as: ChafaFunctions.SetNumber.self),
      let setWork = findChafaFunction(
        "canvas_config_set_work_factor", as: ChafaFunctions.SetFraction.self),
      let setSymbols = findChafaFunction(
        "canvas_config_set_symbol_map", as: ChafaFunctions.SetMap.self),
      let makeSymbols = findChafaFunction("symbol_map_new", as: ChafaFunctions.Make.self),
      let addSymbols = findChafaFunction(
        "symbol_map_add_by_tags", as: ChafaFunctions.SetNumber.self),
      let releaseSymbols = findChafaFunction("symbol_map_unref", as: ChafaFunctions.Release.self),
      let makeCanvas = findChafaFunction("canvas_new", as: ChafaFunctions.MakeCanvas.self),
      let releaseCanvas = findChafaFunction("canvas_unref", as: ChafaFunctions.Release.self),
      let draw = findChafaFunction("canvas_draw_all_pixels", as: ChafaFunctions.Draw.self),
      let character = findChafaFunction("canvas_get_char_at", as: ChafaFunctions.Character.self),
      let colours = findChafaFunction("canvas_get_raw_colors_at", as: ChafaFunctions.Colours.self),
      let setThreads = findChafaFunction(
        "set_n_threads", as: (@convention(c) @Sendable (Int32) -> Void).self)
    else {
      dlclose(handle)
      return nil
    }
    functions = ChafaFunctions(
      makeConfiguration: makeConfiguration, releaseConfiguration: releaseConfiguration,
      setGeometry: setGeometry, setCellGeometry: setCellGeometry, setMode: setMode,
      setColourSpace: setColourSpace, setDithering: setDithering,
      setDitheringStrength: setDitheringStrength,
      setPreprocessing: setPreprocessing, setWork: setWork, setSymbols: setSymbols,
      makeSymbols: makeSymbols, addSymbols: addSymbols, releaseSymbols: releaseSymbols,
      makeCanvas: makeCanvas, releaseCanvas: releaseCanvas, draw: draw, character: character,
      colours: colours, setThreads: setThreads)
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
public enum ChafaFacts {
  public static var file: String? { ChafaLibrary()?.file }
}
