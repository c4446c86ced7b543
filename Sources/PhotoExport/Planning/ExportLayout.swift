internal import PhotoModel

/// The folders and names of exported files, such as `{year}/{month}/{name}`.
///
/// `{year}`, `{month}` and `{day}` are those of the capture time on the camera's clock, and `{album}` is the title of
/// an album. `{name}` is the name of the file at import. It is required and is the last part.
public struct ExportLayout: Sendable, Hashable, LosslessStringConvertible {
    fileprivate enum Field: String, CaseIterable {
        case year, month, day, album
    }

    fileprivate enum Piece: Hashable {
        case text(Substring)
        case field(Field)
    }

    /// `{year}/{month}/{name}`.
    public static let standard: ExportLayout = ExportLayout([[.field(.year)], [.field(.month)]])

    /// The folder of photos without a capture time.
    private static let undated = "undated"
    private static let name = "{name}"

    /// The names of the folders, the outermost first.
    private let folders: [[Piece]]

    private init(_ folders: [[Piece]]) { self.folders = folders }

    /// Reads a layout; `nil` if a part is empty, a field is unknown, or the last part is not `{name}`.
    public init?(_ description: String) {
        var parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.popLast() == Self.name[...] else { return nil }
        var folders: [[Piece]] = []
        for part in parts {
            guard let pieces = Self.pieces(of: part), !pieces.isEmpty else { return nil }
            folders.append(pieces)
        }
        self.init(folders)
    }

    private static func pieces(of part: Substring) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = part
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}"),
                let field = Field(rawValue: String(rest[rest.index(after: brace)..<end]))
            else { return nil }
            if brace > rest.startIndex { pieces.append(.text(rest[..<brace])) }
            pieces.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? pieces : pieces + [.text(rest)]
    }

    /// The layout as text.
    public var description: String {
        let parts = folders.map { pieces in
            pieces.map { piece in
                switch piece {
                case .text(let text): String(text)
                case .field(let field): "{\(field.rawValue)}"
                }
            }.joined()
        }
        return (parts + [Self.name]).joined(separator: "/")
    }

    /// Whether a photo gets a copy in the folder of each of its albums.
    package var usesAlbums: Bool { folders.contains { $0.contains(.field(.album)) } }

    /// The folder of a photo, relative to the folder of the export; "" for that folder itself.
    ///
    /// - Parameter album: The title of the album whose folder it is; `nil` for a photo in no album.
    func folder(capturedAt time: CaptureTime?, album: String?) -> String {
        var names: [String] = []
        for pieces in folders {
            if album == nil, pieces.contains(.field(.album)) { continue }
            if time == nil, pieces.contains(where: \.isOfDate) {
                if !names.contains(Self.undated) { names.append(Self.undated) }
                continue
            }
            names.append(SafeName.component(pieces.map { $0.value(time, album) }.joined()))
        }
        return names.joined(separator: "/")
    }
}

extension ExportLayout.Piece {
    fileprivate var isOfDate: Bool {
        switch self {
        case .field(.year), .field(.month), .field(.day): true
        case .field(.album), .text: false
        }
    }

    fileprivate func value(_ time: CaptureTime?, _ album: String?) -> String {
        switch self {
        case .text(let text): String(text)
        case .field(.album): album ?? ""
        case .field(.year): String((time?.description ?? "").prefix(4))
        case .field(.month): String((time?.description ?? "").dropFirst(5).prefix(2))
        case .field(.day): String((time?.description ?? "").dropFirst(8).prefix(2))
        }
    }
}
