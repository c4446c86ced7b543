internal import PhotoModel

/// Gives every file of an export its path.
///
/// A file of an earlier export keeps its path as long as its photo, the layout and its name lead to this path. The
/// other files get free paths in the order in which their photos were added to the library.
struct ExportPlanner {
    private let layout: ExportLayout
    private let record: ExportRecord
    private let writesSidecars: Bool
    /// Whether the photos have one album only, so that their copies for other albums stay as they are.
    private let isOfOneAlbum: Bool

    init(_ layout: ExportLayout, _ record: ExportRecord, writesSidecars: Bool, isOfOneAlbum: Bool = false) {
        self.layout = layout
        self.record = record
        self.writesSidecars = writesSidecars
        self.isOfOneAlbum = isOfOneAlbum && layout.usesAlbums
    }

    /// - Parameter isFree: Whether a path that this plan has not given away can be that of the file.
    func plan(
        _ photos: [ExportPhoto], isFree: (String, ExportPhoto.File) throws -> Bool
    ) rethrows -> ExportPlan {
        let sorted = photos.sorted { ($0.addedDate, $0.localIdentifier) < ($1.addedDate, $1.localIdentifier) }
        let copies = sorted.flatMap(copies)
        var taken = TakenPaths()
        var numbers: [Int?] = copies.map { copy in
            recordedNumber(of: copy).flatMap { taken.take(copy.paths($0)) ? $0 : nil }
        }
        for (index, copy) in copies.enumerated() where numbers[index] == nil {
            numbers[index] = try taken.number(for: copy) { number in
                try zip(copy.photo.files, copy.paths(number)).allSatisfy { try isFree($1, $0) }
            }
        }
        var plan = ExportPlan()
        for (copy, number) in zip(copies, numbers) { plan.files += copy.planned(number ?? 1) }
        match(&plan)
        return plan
    }

    /// The copies of a photo: one for each album if the layout has folders of albums.
    private func copies(of photo: ExportPhoto) -> [PhotoCopy] {
        let albums: [ExportPhoto.Album?] = layout.usesAlbums && !photo.albums.isEmpty ? photo.albums : [nil]
        return albums.reduce(into: []) { copies, album in
            let folder = layout.folder(capturedAt: photo.captureTime, album: album?.title)
            // Two titles can become the same name.
            guard !copies.contains(where: { $0.folder == folder }) else { return }
            copies.append(
                PhotoCopy(photo: photo, folder: folder, album: album?.localIdentifier, hasSidecar: writesSidecars))
        }
    }

    /// The number in the name that an earlier export gave the copy; `nil` if its name would be different now.
    private func recordedNumber(of copy: PhotoCopy) -> Int? {
        guard let ending = copy.photo.files.first?.ending else { return nil }
        return record.entries(of: copy.photo.localIdentifier).lazy
            .compactMap { copy.number(in: $0.path, ending: ending) }.first
    }

    /// Finds the files of the plan among those of earlier exports.
    private func match(_ plan: inout ExportPlan) {
        var rest = Dictionary(grouping: record.entries.values.sorted { $0.path < $1.path }) { $0.localIdentifier }
        func take(_ identifier: String, _ isWanted: (ExportRecord.Entry) -> Bool) -> ExportRecord.Entry? {
            guard let index = rest[identifier]?.firstIndex(where: isWanted) else { return nil }
            return rest[identifier]?.remove(at: index)
        }
        func isSameFile(_ entry: ExportRecord.Entry, _ file: ExportPlan.File) -> Bool {
            entry.role == "\(file.resource.kind)" && entry.source == file.resource.sha256.hex
        }
        var conditions: [(ExportRecord.Entry, ExportPlan.File) -> Bool] = [
            { $0.path == $1.path },
            { $0.album == $1.album && isSameFile($0, $1) },
            { $0.album == $1.album && $0.role == "\($1.resource.kind)" },
        ]
        if !isOfOneAlbum { conditions += [isSameFile, { $0.role == "\($1.resource.kind)" }] }
        for isSame in conditions {
            for (index, file) in plan.files.enumerated() where file.recorded == nil {
                plan.files[index].recorded = take(file.photo.localIdentifier) { isSame($0, file) }
            }
        }
        plan.others = rest.values.joined().sorted { $0.path < $1.path }
    }
}

/// The files of a photo in one folder.
private struct PhotoCopy {
    let photo: ExportPhoto
    /// The folder, relative to the folder of the export.
    let folder: String
    /// The album whose folder it is.
    let album: String?
    let hasSidecar: Bool

    /// The folder and the stem.
    var base: String { folder.isEmpty ? photo.stem : "\(folder)/\(photo.stem)" }

    /// The paths of the files in their order, and then that of the sidecar.
    ///
    /// - Parameter number: 1, or another number which the stem then ends with.
    func paths(_ number: Int) -> [String] {
        let stem = number == 1 ? base : "\(base) (\(number))"
        let paths = photo.files.map { stem + $0.ending }
        guard hasSidecar, let first = paths.first else { return paths }
        return paths + [first + XMPSidecar.ending]
    }

    /// The number for which the first file has this path; `nil` if no number leads to it.
    func number(in path: String, ending: String) -> Int? {
        guard path.hasPrefix(base), path.hasSuffix(ending), path.count >= base.count + ending.count else { return nil }
        let middle = path.dropFirst(base.count).dropLast(ending.count)
        if middle.isEmpty { return 1 }
        guard middle.hasPrefix(" ("), let number = Int(middle.dropFirst(2).dropLast()), number > 1,
            middle == " (\(number))"
        else { return nil }
        return number
    }

    func planned(_ number: Int) -> [ExportPlan.File] {
        zip(photo.files, paths(number)).enumerated().map { index, file in
            ExportPlan.File(
                photo: photo, resource: file.0.resource, path: file.1, album: album,
                hasSidecar: hasSidecar && index == 0)
        }
    }
}

/// The paths that a plan has given away, without regard to case, which exFAT and Windows do not distinguish.
private struct TakenPaths {
    private var paths: Set<String> = []
    /// The next number to try for the same paths, so that many files of one name do not each try all numbers.
    private var nextNumbers: [String: Int] = [:]

    /// Takes the paths; false if one of them is taken.
    mutating func take(_ wanted: [String]) -> Bool {
        let wanted = wanted.map { $0.lowercased() }
        guard paths.isDisjoint(with: wanted) else { return false }
        paths.formUnion(wanted)
        return true
    }

    /// Takes the paths of the first number that are not taken and free.
    mutating func number(for copy: PhotoCopy, isFree: (Int) throws -> Bool) rethrows -> Int {
        let key = copy.paths(1).joined(separator: "/").lowercased()
        var number = nextNumbers[key] ?? 1
        while true {
            defer { number += 1 }
            let wanted = copy.paths(number)
            guard paths.isDisjoint(with: wanted.map { $0.lowercased() }), try isFree(number), take(wanted) else {
                continue
            }
            nextNumbers[key] = number + 1
            return number
        }
    }
}
