import FeedDomain
import Terminal

@MainActor final class PhotoTransfer {
  let meter: TransferMeter
  var task: Task<Void, Never>?
  /// Whether nobody waits for it any more.
  var isCalledOff = false

  init(meter: TransferMeter) { self.meter = meter }
}

@MainActor final class PhotoDecode {
  var task: Task<Void, Never>?
  var isCalledOff = false
}

extension PhotoShelf {
  /// Calls off what is not wanted any more. It counts until it has ended.
  package func callOff() {
    let wanted = Set(demand.orders)
    let urls = Set(demand.orders.compactMap { rendition(for: $0)?.url })
    for (url, transfer) in transfers where !urls.contains(url) && !transfer.isCalledOff {
      transfer.isCalledOff = true
      transfer.task?.cancel()
    }
    for (order, decode) in decodes where !wanted.contains(order) && !decode.isCalledOff {
      decode.isCalledOff = true
      decode.task?.cancel()
    }
    encoded.trim(keeping: urls)
  }

  /// Begins what can be begun, the most wanted first.
  package func work() {
    let before = held
    held = []
    var waiting = encoded.count(of: Set(demand.orders.compactMap { rendition(for: $0)?.url }))
    for order in demand.orders where !pictures.contains(order) && decodes[order] == nil {
      guard let rendition = rendition(for: order), !failures.contains(rendition.url),
        transfers[rendition.url] == nil
      else { continue }
      guard isAffordable(order) else {
        held.insert(order)
        continue
      }
      if let bytes = encoded[rendition.url] {
        if decodes.count < Self.decodesAtOnce { decode(bytes, of: rendition, for: order) }
      } else if transfers.count < Self.transfersAtOnce, waiting < Self.mostWaiting {
        waiting += 1
        fetch(rendition, for: order)
      }
    }
    if held != before { pace.request() }
  }

  private func rendition(for order: PictureOrder) -> Photo.Rendition? {
    guard let detail else { return nil }
    return order.photo.rendition(filling: detail.pixels(for: order.box), order.cut)
  }
}

extension PhotoShelf {
  /// A photo as it is kept or comes: pixels need no decoding.
  private enum Fetched {
    case pixels(PixelImage)
    case bytes([UInt8])
  }

  private func fetch(_ rendition: Photo.Rendition, for order: PictureOrder) {
    guard let source else { return }
    let thumbnail = thumbnail(of: rendition, for: order)
    let meter = TransferMeter { [weak self] in Task { @MainActor in self?.pace.request() } }
    let transfer = PhotoTransfer(meter: meter)
    transfers[rendition.url] = transfer
    transfer.task = Task { [weak self] in
      let result: Result<Fetched, FeedError>
      do throws(FeedError) {
        if let thumbnail, let image = await source.pixels(of: thumbnail) {
          result = .success(.pixels(image))
        } else {
          result = .success(.bytes(try await source.bytes(of: rendition, meter: meter)))
        }
      } catch {
        result = .failure(error)
      }
      self?.ended(transfer, result, rendition, for: order)
    }
  }

  private func ended(
    _ transfer: PhotoTransfer, _ result: Result<Fetched, FeedError>, _ rendition: Photo.Rendition,
    for order: PictureOrder
  ) {
    // The shelf may have been emptied meanwhile.
    guard transfers[rendition.url] === transfer else { return }
    transfers[rendition.url] = nil
    switch result {
    case .success(.bytes(let bytes)): encoded[rendition.url] = bytes
    case .success(.pixels(let image)): keep(image, for: order)
    case .failure(.cancelled): break
    case .failure(let error) where !transfer.isCalledOff:
      log.note(.pictures, .info, "a photo could not be fetched: \(error)")
      failures.keep(.notFetched(error), of: rendition.url, order.photo.id, at: clockwork.world.now)
    case .failure: break
    }
    goOn(after: order)
  }

  private func decode(_ bytes: [UInt8], of rendition: Photo.Rendition, for order: PictureOrder) {
    guard let detail else { return }
    let size = detail.pixels(for: order.box)
    let decode = PhotoDecode()
    decodes[order] = decode
    decode.task = Task { [weak self, decoder] in
      let result: Result<PixelImage, UnshowablePicture>
      do throws(UnshowablePicture) {
        result = .success(try await decoder.pixels(of: bytes, for: size, order.cut))
      } catch {
        result = .failure(error)
      }
      self?.ended(decode, result, rendition, of: order)
    }
  }

  private func ended(
    _ decode: PhotoDecode, _ result: Result<PixelImage, UnshowablePicture>,
    _ rendition: Photo.Rendition, of order: PictureOrder
  ) {
    guard decodes[order] === decode else { return }
    decodes[order] = nil
    switch result {
    case .success(let image):
      keep(image, for: order)
      if let thumbnail = thumbnail(of: rendition, for: order) {
        source?.keep(image, as: thumbnail)
      }
    case .failure(let error) where !decode.isCalledOff:
      log.note(.pictures, .info, "a photo cannot be shown: \(error.reason)")
      failures.keep(.notShowable, of: rendition.url, order.photo.id, at: clockwork.world.now)
    case .failure: break
    }
    goOn(after: order)
  }

  private func keep(_ image: PixelImage, for order: PictureOrder) {
    guard let detail else { return }
    let cells = detail.cells(for: image.size, within: order.box)
    pictures.keep(Picture(image, cells: cells), for: order)
    standIns.forget(order)
    budget?.spend(detail.bytes(for: order.box), now: clockwork.world.now)
  }

  private func thumbnail(of rendition: Photo.Rendition, for order: PictureOrder) -> Thumbnail? {
    detail.flatMap { Thumbnail(of: rendition, order.cut, in: $0.pixels(for: order.box)) }
  }

  /// Begins what can be begun now, and has the screen drawn again where what ended is on it; at once
  /// where nothing that is on it is still to come.
  private func goOn(after order: PictureOrder) {
    work()
    let isNews = demand.shown.contains { $0.photo.id == order.photo.id && isSettled($0) }
    guard isNews else { return }
    demand.shown.contains { !isSettled($0) } ? pace.request() : pace.finish()
  }

  /// Whether nothing more is to come of it.
  private func isSettled(_ order: PictureOrder) -> Bool {
    if pictures.contains(order) || held.contains(order) { return true }
    guard let rendition = rendition(for: order) else { return true }
    return failures.contains(rendition.url)
  }
}

extension PhotoShelf {
  /// Whether the line can take the picture now; where it cannot, it is tried again when it can.
  private func isAffordable(_ order: PictureOrder) -> Bool {
    guard let detail, budget != nil else { return true }
    // What is on its way will be paid for when it is here.
    let cost = detail.bytes(for: order.box)
    let reserved = cost * (transfers.count + decodes.count)
    let delay = budget?.delay(until: cost, besides: reserved, now: clockwork.world.now) ?? .zero
    guard delay > .zero else { return true }
    guard !isAwaitingBudget else { return false }
    isAwaitingBudget = true
    clockwork.after(delay) { [weak self] in
      guard let self else { return }
      isAwaitingBudget = false
      work()
    }
    return false
  }
}
