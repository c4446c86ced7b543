import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

/// A library and identifiers from another device, about some of which a person decides.
struct ChoosingLibrary {
    let folder: TemporaryFolder
    var path: String { folder.path("Photos.library") }
    /// The identifiers of the other device's photos, in the order of their names.
    let identifiers: [String]

    /// Two copies of each of two scenes, so that neither can be chosen, and one photo without a copy.
    ///
    /// The other device has both scenes, the third photo, and a photo that this library does not have.
    static func ambiguous() throws -> ChoosingLibrary {
        let folder = try TemporaryFolder()
        for seed: UInt64 in 1...4 {
            if seed < 4 {
                try write("IMG_\(seed)001 <b>.jpg", Scenes.jpeg(seed, width: 640, height: 480), in: folder.path("here"))
            }
            if seed < 3 {
                try write("IMG_\(seed)002.jpg", Scenes.jpeg(seed, width: 400, height: 300), in: folder.path("here"))
            }
            try write("\(seed).jpg", Scenes.jpeg(seed, width: 480, height: 360), in: folder.path("there"))
        }
        return try ChoosingLibrary(folder)
    }

    /// Pictures that show too little to be found by their content, with one candidate each, before the photos of
    /// ``ambiguous()``.
    static func flat(_ count: Int, withAmbiguous: Bool = false) throws -> ChoosingLibrary {
        let folder = withAmbiguous ? try ambiguous().folder : try TemporaryFolder()
        for seed in 0..<UInt64(count) {
            let name = String("\(10_001 + seed)".dropFirst())
            try write("FLAT_\(name) <b>.jpg", Scenes.bands(seed, width: 640, height: 480), in: folder.path("here"))
            try write("\(name).jpg", Scenes.bands(seed, width: 480, height: 360), in: folder.path("there"))
        }
        return try ChoosingLibrary(folder)
    }

    /// The part of a scene that the files of ``cropped()`` show.
    static let part = PictureRectangle(x: 0.1, y: 0.15, width: 0.8, height: 0.8)

    /// Two copies of one scene, two files that show different parts of it, and a file that shows another scene
    /// mirrored.
    static func cropped() throws -> ChoosingLibrary {
        let folder = try TemporaryFolder()
        try write("IMG_1001 <b>.jpg", Scenes.jpeg(1, width: 640, height: 480), in: folder.path("here"))
        try write("IMG_1002.jpg", Scenes.jpeg(1, width: 400, height: 300), in: folder.path("here"))
        try write("IMG_2001.jpg", Scenes.jpeg(2, width: 640, height: 480), in: folder.path("here"))
        try write("crop.jpg", Scenes.jpeg(1, part: part, width: 384, height: 288), in: folder.path("there"))
        let other = PictureRectangle(x: 0, y: 0.05, width: 0.78, height: 0.8)
        try write("other.jpg", Scenes.jpeg(1, part: other, width: 384, height: 288), in: folder.path("there"))
        try write("mirrored.jpg", Scenes.jpeg(2, isMirrored: true, width: 480, height: 360), in: folder.path("there"))
        return try ChoosingLibrary(folder)
    }

    /// Imports the folders `here` and `there` into one library each.
    private init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        for (library, source) in [("Photos.library", "here"), ("there.library", "there")] {
            let imported = try PhotosProcess.run(
                arguments: ["import", "--library", folder.path(library), folder.path(source)])
            try #require(imported.exitCode == 0, "\(imported.standardError)")
        }
        // Sorted by name, because the order of the import varies.
        let listed = try PhotosProcess.run(
            arguments: ["list", "--json", "--library", folder.path("there.library")]
        ).items.sorted { "\($0["originalFilename"] ?? "")" < "\($1["originalFilename"] ?? "")" }
        let identified = try PhotosProcess.run(
            arguments: ["identify", "--library", folder.path("there.library")]
                + listed.compactMap { $0["localIdentifier"] as? String })
        identifiers = identified.lines.map(String.init)
        try #require(identifiers.count == listed.count)
    }

    private static func write(_ name: String, _ bytes: [UInt8], in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }

    func resolving(_ rest: String...) -> [String] {
        ["resolve", "--json", "--library", path] + rest + identifiers
    }

    func matching(_ rest: String...) -> [String] {
        ["match", "--json", "--library", path] + rest + [folder.path("there")]
    }

    /// Each answer with the reason of its first candidate.
    func statuses(_ outcome: PhotosProcess.Outcome) -> [String] {
        outcome.items.map { item in
            let candidates = item["candidates"] as? [[String: Any]]
            return [item["status"], candidates?.first?["reason"]].compactMap { $0 as? String }.joined(separator: " ")
        }
    }

    /// The answers to all identifiers without --choose or --page.
    func answers() throws -> [String] { try statuses(PhotosProcess.run(arguments: resolving())) }
}
