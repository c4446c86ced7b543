internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

extension PhotoLibrary {
    /// At most this many photos are given for one name: a person who reads them sees that the name is not enough.
    private static let nameLimit = 20
    /// As many hexadecimal digits of a local identifier are a name.
    private static let leastDigits = 6

    /// The local identifiers of the photos that each name may mean.
    ///
    /// A name is a local identifier; else the path of a file in the library, or of one that it refers to; else the
    /// beginning of a local identifier, at least 6 digits in capital or small letters, or the file name that an original
    /// had when it was imported. Photos of the scope come first: others count only where the scope has none.
    ///
    /// - Parameters:
    ///   - names: Relative paths are those from the process's current folder.
    ///   - deleted: Whether the recently deleted photos are the scope, and not the others.
    /// - Returns: One array for each name, in the order of the names; at most 20 identifiers each, none if the name means
    ///   no photo.
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

    /// Only a name with a slash, or of something that is there, is looked up as a path: that reads every reference.
    private func assets(withFileAt name: String) throws -> [NamedAsset] {
        var status = stat()
        guard !name.isEmpty, name.contains("/") || lstat(name, &status) == 0 else { return [] }
        let absolute = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(name)).lexicallyNormalized()
        for path in [absolute, absolute.resolvingLinks].compactMap({ $0 }) {
            var inside = path
            let isInside = [self.path, self.path.resolvingLinks].compactMap { $0 }.contains { inside.removePrefix($0) }
            let found = try catalog.assets(withFileAt: isInside ? inside : path)
            if !found.isEmpty { return found }
        }
        return []
    }
}

extension FilePath {
    /// The path without links; `nil` if there is nothing at it.
    fileprivate var resolvingLinks: FilePath? {
        guard let resolved = realpath(platform, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
