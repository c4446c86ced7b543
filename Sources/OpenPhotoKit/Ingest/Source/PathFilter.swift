internal import CLinux
internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// Which files and folders below a source are taken.
///
/// A pattern is one of fnmatch(3): `*` is any run of bytes, slashes and leading dots too, `?` any one, `[a-z]` one of a
/// set, `\` takes the next byte as it is. ASCII letters match in either case; all other bytes match themselves (in the
/// C locale, which a program has that does not call setlocale(3)). A pattern without a slash is held against the name
/// of a file or folder, one with a slash against the path relative to the source; a slash at its start or end does
/// nothing else than that. So `raw` is everything named raw, `/raw` that in the source itself, `2019/*` all below 2019.
///
/// A folder that is excluded is not entered. A file is taken if no `exclude` matches it, and an `include`
/// matches it or `include` is empty. A file or folder that the request names itself is always taken.
public struct PathFilter: Sendable, Equatable {
    /// Files to take; all if empty.
    public let include: [String]
    /// Files and folders to leave out, also if they are included.
    public let exclude: [String]

    private let includes: [Pattern]
    private let excludes: [Pattern]

    /// A filter of these patterns; without any it takes everything.
    public init(include: [String] = [], exclude: [String] = []) {
        self.include = include
        self.exclude = exclude
        includes = include.map(Pattern.init)
        excludes = exclude.map(Pattern.init)
    }

    var isEmpty: Bool { includes.isEmpty && excludes.isEmpty }

    /// Whether something below `root` is taken or, a folder, entered.
    func includes(_ path: FilePath, below root: FilePath, isFolder: Bool) -> Bool {
        guard let name = path.lastComponent else { return true }
        var relative = path
        _ = relative.removePrefix(root)
        func matches(_ pattern: Pattern) -> Bool { pattern.matches(relative, name) }
        guard !excludes.contains(where: matches) else { return false }
        return isFolder || includes.isEmpty || includes.contains(where: matches)
    }
}

private struct Pattern: Sendable, Equatable {
    let text: String
    let isOfNames: Bool

    init(_ text: String) {
        isOfNames = !text.contains("/")
        let start = text.drop { $0 == "/" }
        let end = start.lastIndex { $0 != "/" }.map { start.index(after: $0) } ?? start.endIndex
        self.text = String(start[..<end])
    }

    func matches(_ path: FilePath, _ name: FilePath.Component) -> Bool {
        text.withCString { pattern in
            func matches(_ text: UnsafePointer<CChar>) -> Bool {
                fnmatch(pattern, text, CInt(CLINUX_FNM_CASEFOLD)) == 0
            }
            return isOfNames ? name.withPlatformString(matches) : path.withPlatformString(matches)
        }
    }
}
