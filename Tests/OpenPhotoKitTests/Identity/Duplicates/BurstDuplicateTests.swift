import PhotoModel
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Frames that only noise, light or focus tells apart are left to a person, and so are copies that may be of another
/// frame.
@Suite struct BurstDuplicateTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// The groups of the same photo among these files.
    private func same(_ files: [[UInt8]]) async throws -> [DuplicateGroup] {
        _ = try await scene.store(files, in: library) { $0.duplicates = .importAll }
        return try await library.duplicates(.same)
    }

    /// The sizes of the groups that are resolved without a person.
    private func resolved(_ files: [[UInt8]]) async throws -> [Int] {
        try await same(files).filter { try library.duplicatePlan(for: $0).obstacles.isEmpty }.map(\.members.count)
    }

    private static let size = (width: 640, height: 480)

    /// The samples of a frame of one scene, with noise of its own.
    ///
    /// - Parameters:
    ///   - noise: The standard deviation of the noise, in levels.
    ///   - light: The light as a part of that of the first frame.
    ///   - blurs: How often the picture is filtered by [1 2 1]/4 across, before the noise.
    private func frame(_ seed: UInt64, noise: Double, light: Double = 1, blurs: Int = 0) -> [UInt8] {
        var random = Seeded(seed)
        var levels = TestPhoto.rgb(1, Self.size.width, Self.size.height).map { Double($0) * light }
        for _ in 0..<blurs {
            levels = levels.indices.map { index in
                let (before, after) = (max(index - 3, index % 3), min(index + 3, levels.count - 3 + index % 3))
                return (levels[before] + 2 * levels[index] + levels[after]) / 4
            }
        }
        return stride(from: 0, to: levels.count, by: 3).flatMap { pixel in
            // The sum of four uniform numbers is nearly normal.
            let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
            return (0..<3).map { channel in
                UInt8(min(max(levels[pixel + channel] + noise * sum * 0.866, 0), 255).rounded())
            }
        }
    }

    /// The means of 4×4 pixels.
    private static func reduced(_ samples: [UInt8]) -> [UInt8] {
        (0..<size.height / 4).flatMap { row in
            (0..<size.width / 4 * 3).map { sample in
                let first = (row * 4 * size.width + sample / 3 * 4) * 3 + sample % 3
                let sum = (0..<16).reduce(0) { $0 + Int(samples[first + ($1 / 4 * size.width + $1 % 4) * 3]) }
                return UInt8((sum + 8) / 16)
            }
        }
    }

    private func jpeg(_ samples: [UInt8], quality: Int = 92) -> [UInt8] {
        TestPhoto.encode(samples, Self.size.width, Self.size.height, quality: quality)
    }

    @Test(arguments: LongTests.every(2, of: [2.0, 4, 8]), LongTests.every(2, of: [75, 92])) func framesOfABurst(
        noise: Double, quality: Int
    ) async throws {
        let frames = (1...3).map { jpeg(frame($0, noise: noise), quality: quality) }
        #expect(try await same(frames).isEmpty)
        #expect(try await library.duplicates(.similar).count == 1, "A person decides.")
    }

    @Test(arguments: [1.003, 1.006]) func framesOfABracket(light: Double) async throws {
        #expect(try await same([jpeg(frame(1, noise: 3)), jpeg(frame(2, noise: 3, light: light))]).isEmpty)
    }

    @Test(arguments: [1, 2]) func framesOfAFocusStack(blurs: Int) async throws {
        #expect(try await same([jpeg(frame(1, noise: 3)), jpeg(frame(2, noise: 3, blurs: blurs))]).isEmpty)
    }

    /// A frame that another program made smaller or encoded with a lower quality is no copy of its neighbour.
    @Test func aCopyOfTheFrameBeside() async throws {
        #expect(try await same([jpeg(frame(1, noise: 6)), jpeg(frame(2, noise: 6), quality: 60)]).isEmpty)
    }

    @Test(arguments: LongTests.every(2, of: [0.0, 2, 4, 8])) func copiesOfOneFrame(noise: Double) async throws {
        let photo = frame(1, noise: noise)
        #expect(try await same([92, 80, 60].map { jpeg(photo, quality: $0) }).map(\.members.count) == [3])
    }

    @Test func copiesWithTheNoiseOfTheirPhoto() async throws {
        let photo = frame(1, noise: 8)
        #expect(try await resolved([96, 92, 88].map { jpeg(photo, quality: $0) }) == [3])
    }

    /// Without noise, a copy of lower quality cannot be told from such a copy of the frame beside.
    @Test(arguments: [0.0, 0.5], [UInt64(1), 2])
    func withoutNoiseNothingProvesACopy(noise: Double, seed: UInt64) async throws {
        let copy = jpeg(frame(seed, noise: noise), quality: 60)
        let groups = try await same([jpeg(frame(1, noise: noise)), copy])
        #expect(groups.map(\.members.count) == [2])
        for group in groups {
            #expect(group.members[1].reasons == [.mayBeAnotherFrame])
            #expect(try library.duplicatePlan(for: group).obstacles == [.mayBeAnotherFrame])
        }
    }

    /// A frame, and a quarter-size copy of the frame beside, in which no noise can be measured.
    @Test func reducedFramesOfABurst() async throws {
        let frames = (1...2).map { frame($0, noise: 2) }
        let copy = TestPhoto.encode(Self.reduced(frames[1]), Self.size.width / 4, Self.size.height / 4, quality: 90)
        #expect(try await resolved([jpeg(frames[0]), copy]).isEmpty)
        let listed = try await library.duplicates(.same).count + library.duplicates(.similar).count
        #expect(listed == 1, "A person decides.")
    }

    /// The frames of a camera at a door, in which little moves.
    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func framesOfAVideo() async throws {
        let frames = try Corpus.entries.filter { $0.path.hasPrefix("video-frames/") }.map {
            try Corpus.bytes(of: $0.path)
        }
        try #require(frames.count > 10)
        #expect(try await same(frames).isEmpty)
    }
}
