internal import Glibc
internal import PhotoModel
package import SystemPackage

extension FilePath {
    /// The absolute path with all symbolic links resolved (realpath(3)).
    ///
    /// - Throws: `Errno` if nothing exists at the path, or a folder on the way cannot be searched.
    package func resolvingLinks() throws(Errno) -> FilePath {
        guard let resolved = realpath(platform, nil) else { throw Errno(rawValue: errno) }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// The path with symbolic links resolved as far as it exists.
    package var resolvingExistingLinks: FilePath {
        var (existing, rest) = (self, [FilePath.Component]())
        while true {
            if let resolved = try? existing.resolvingLinks() { return resolved.pushing(FilePath(root: nil, rest)) }
            guard let name = existing.lastComponent, existing.removeLastComponent() else { return self }
            rest.insert(name, at: 0)
        }
    }
}
