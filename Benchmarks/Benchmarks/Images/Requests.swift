import Foundation
import PhotosCompat

private let target = CGSize(width: 256, height: 256)

/// Measures requests for thumbnails: rendered, from the cache, and prepared.
func measureRequests(in path: String) async throws {
    let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path))
    let assets = library.performAsShared { Array(PHAsset.fetchAssets(with: nil).prefix(400)) }
    let manager = PHImageManager.default()
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    func requestNow(_ asset: PHAsset) {
        manager.requestImage(for: asset, targetSize: target, contentMode: .aspectFill, options: options) { image, _ in
            precondition(image != nil)
        }
    }
    // Workers are started by the first requests.
    for asset in assets.suffix(4) { requestNow(asset) }
    try reportTimes("rendered, synchronous", assets.dropLast(4).map { asset in seconds { requestNow(asset) } })
    // The last renditions are added to the cache.
    try await Task.sleep(for: .seconds(1))
    try reportTimes("from the cache, synchronous", assets.map { asset in seconds { requestNow(asset) } })
    var times: [Double] = []
    for asset in assets { times.append(await latency(of: asset, manager)) }
    try reportTimes("from the cache, on the main queue", times)
    let caching = PHCachingImageManager()
    let some = Array(assets.prefix(100))
    caching.startCachingImages(for: some, targetSize: target, contentMode: .aspectFill, options: nil)
    try await Task.sleep(for: .seconds(1))
    times = []
    for asset in some { times.append(await latency(of: asset, caching)) }
    try reportTimes("prepared", times)
}

private func seconds(_ work: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// The time until the picture that was asked for comes.
private func latency(of asset: PHAsset, _ manager: PHImageManager) async -> Double {
    let start = ContinuousClock.now
    return await withCheckedContinuation { continuation in
        manager.requestImage(for: asset, targetSize: target, contentMode: .aspectFill, options: nil) { image, info in
            if info?[PHImageResultIsDegradedKey] as? Bool == true { return }
            precondition(image != nil)
            continuation.resume(returning: (ContinuousClock.now - start) / .seconds(1))
        }
    }
}

private func reportTimes(_ name: String, _ times: [Double]) throws {
    let sorted = times.sorted()
    try report(
        name,
        [
            "count": Double(sorted.count), "median": 1e3 * sorted[sorted.count / 2],
            "p95": 1e3 * sorted[sorted.count * 95 / 100],
        ])
}
