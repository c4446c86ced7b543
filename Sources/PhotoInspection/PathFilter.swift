internal import CLinux
internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Selects the files and folders below a source that an import reads.
///
/// A pattern follows fnmatch(3): `*` matches any sequence of bytes, including slashes and leading dots. `?` matches any
/// one byte, `[a-z]` one byte of a set, and `\` the next byte literally. ASCII letters match without regard to case.
/// All other bytes match only themselves: this holds in the C locale, which every program has that does not call
/// setlocale(3). A pattern without a slash is compared with the name of a file or folder. A pattern with a slash is
/// compared with the path relative to the source; a slash at its start or end only selects this kind of comparison. So
/// `raw` matches everything named raw, `/raw` only the entry of the source itself, and `2019/*` everything below 2019.
///
/// An excluded folder is not entered. A file is read if no `exclude` pattern matches, and an `include` pattern matches
/// or `include` is empty. A file or folder that the request itself names is always read.
public struct PathFilter: Sendable, Equatable {
    /// Patterns of files to read; all files if empty.
    public let include: [String]
    /// Patterns of files and folders to exclude, even if `include` matches them.
    public let exclude: [String]

    private let includes: [Pattern]
    private let excludes: [Pattern]

    /// Makes a filter with these patterns; a filter without patterns excludes nothing.
    public init(include: [String] = [], exclude: [String] = []) {
        self.include = include
        self.exclude = exclude
        includes = include.map(Pattern.init)
        excludes = exclude.map(Pattern.init)
    }

    var isEmpty: Bool { includes.isEmpty && excludes.isEmpty }

    /// Whether a file below `root` is read, or a folder below `root` is entered.
    package func includes(_ path: FilePath, below root: FilePath, isFolder: Bool) -> Bool {
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
