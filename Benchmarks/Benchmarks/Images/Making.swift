import Foundation
import PhotosCompat

/// Makes a library of generated photos of 960 × 720 pixels: waves, whose lengths and directions differ.
func makeLibrary(at path: String, count: Int) throws {
    let library = try PHPhotoLibrary(at: URL(fileURLWithPath: path), creatingIfAbsent: true)
    for start in stride(from: 0, to: count, by: 200) {
        let photos = (start..<min(start + 200, count)).compactMap { photo($0).jpegData(compressionQuality: 0.9) }
        try library.performChangesAndWait {
            for photo in photos {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
            }
        }
    }
}

private func photo(_ number: Int) -> UIImage {
    let (width, height) = (960, 720)
    var random = SystemRandomNumberGenerator()
    // Levels along each axis, whose sums are waves.
    func wave(_ length: Int) -> [Int] {
        let (period, start) = (Double.random(in: 20...300, using: &random), Double.random(in: 0...7, using: &random))
        return (0..<length).map { Int(60 * sin(Double($0) / period * 6.28 + start)) }
    }
    let channels = (0..<3).map { _ in (wave(width), wave(height), Int.random(in: 100...150, using: &random)) }
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for y in 0..<height {
        for x in 0..<width {
            let noise = (x &* 31 ^ y &* 17 ^ number) & 7
            for (across, down, level) in channels {
                samples.append(UInt8(clamping: level + across[x] + down[y] + noise))
            }
        }
    }
    guard let image = UIImage(pixels: .init(width: width, height: height, channels: 3, samples: samples)) else {
        fatalError("The picture has no pixels.")
    }
    return image
}
