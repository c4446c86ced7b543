internal import SystemPackage
internal import SystemSupport

extension FolderStream {
    /// Continues reading where the last call stopped, until the names take `limit` bytes of memory or all names are
    /// read.
    ///
    /// - Returns: The names, and whether they are the last names. If the folder cannot be read to its end, the error
    ///   comes with the names read so far.
    func names(limit: Int) -> (names: PackedNames, isEnd: Bool, failure: Errno?) {
        var names = PackedNames()
        do throws(Errno) {
            while names.size < limit {
                guard try next({ name, _ in names.append(name) }) != nil else { return (names, true, nil) }
            }
        } catch { return (names, true, error) }
        return (names, false, nil)
    }
}
