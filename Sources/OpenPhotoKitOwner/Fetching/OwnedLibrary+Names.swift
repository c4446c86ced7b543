internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension OwnedLibrary {
    /// The maximum number of photos returned for one name: so many show that the name is too short.
    private static let nameLimit = 20
    /// The minimum number of hexadecimal digits of a local identifier that are accepted as a name.
    private static let leastDigits = 6

    /// The local identifiers of the photos that each name may mean.
    ///
    /// A name is tried as a local identifier, then as the path of a file in the library or of a referenced file, then
    /// as the path from which a file was imported, if the file has not changed since. Otherwise it is the beginning of
    /// a local identifier (at least 6 hexadecimal digits, upper or lower case), or the file name that an original had
    /// when it was imported. Photos outside the scope are returned only if the scope has no match.
    ///
    /// - Parameters:
    ///   - names: Relative paths are those from the process's current folder.
    ///   - deleted: Whether the scope is the recently deleted photos, instead of the others.
    /// - Returns: One array for each name, in the order of the names, with at most 20 identifiers; empty if the name
    ///   matches no photo.
    package func localIdentifiers(ofPhotosNamed names: [String], deleted: Bool = false) throws -> [[String]] {
        var everything = AssetQuery(.localIdentifiers(names)).includingAll
        everything.scope = .everything
        let known = Set(try catalog.localIdentifiers(of: everything))
        return try names.map { name in
            if known.contains(name) { return [name] }
            var found = try assets(withFileAt: name)
            if found.isEmpty {
                found = try assets(withIdentifierPrefix: name)
                if let component = FilePath.Component(name) {
                    found += try catalog.assets(withFileName: component, limit: Self.nameLimit)
                }
            }
            let inScope = found.filter { $0.isDeleted == deleted }
            var identifiers: [String] = []
            for asset in inScope.isEmpty ? found : inScope where !identifiers.contains(asset.localIdentifier) {
                identifiers.append(asset.localIdentifier)
            }
            return identifiers
        }
    }

    private func assets(withIdentifierPrefix name: String) throws -> [NamedAsset] {
        let isPrefix = name.utf8.allSatisfy { UInt8(ascii: "-") == $0 || Character(Unicode.Scalar($0)).isHexDigit }
        guard isPrefix, name.count(where: \.isHexDigit) >= Self.leastDigits else { return [] }
        return try catalog.assets(withIdentifierPrefix: name.uppercased(), limit: Self.nameLimit)
    }

    /// Only a name with a slash, or of an existing file, is looked up as a path, because that reads every reference.
    private func assets(withFileAt name: String) throws -> [NamedAsset] {
        var status = stat()
        guard !name.isEmpty, name.contains("/") || lstat(name, &status) == 0 else { return [] }
        let absolute = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(name)).lexicallyNormalized()
        for path in [absolute, try? absolute.resolvingLinks()].compactMap({ $0 }) {
            var inside = path
            let isInside = [self.path, try? self.path.resolvingLinks()].compactMap { $0 }.contains {
                inside.removePrefix($0)
            }
            let found = try catalog.assets(withFileAt: isInside ? inside : path)
            if !found.isEmpty { return found }
        }
        let isThere = stat(absolute.platform, &status) == 0
        return try catalog.assets(importedFrom: absolute, identity: isThere ? FileIdentity(status) : nil)
    }
}
