package import PhotoModel
package import SystemPackage

/// A resource to open, with the files of its reader and what the reader allows.
package struct ResourceHandle: Sendable {
    /// The resource.
    package let resource: AssetResource
    private let originals: any Originals
    /// Whether the bytes may come from a remote store.
    package let policy: FetchPolicy

    package init(_ resource: AssetResource, in originals: any Originals, _ policy: FetchPolicy) {
        self.resource = resource
        self.originals = originals
        self.policy = policy
    }

    /// Opens the resource: see ``Originals/openCompared(_:_:)``.
    package func open() throws -> DigestingByteSource { try originals.openCompared(resource, policy) }

    /// The name in errors and progress: see ``Originals/name(of:)``.
    package var name: FilePath { originals.name(of: resource) }

    /// The small picture that stands for a file that is elsewhere: see ``Originals/preview(of:)``.
    package var preview: FilePath? { originals.preview(of: resource) }

    /// Whether reading may wait for a remote store.
    package var mayWaitForStore: Bool { resource.mayWaitForStore(policy) }
}

extension AssetResource {
    /// Whether reading the resource under this policy may wait for a remote store.
    ///
    /// Only the process that has the library knows where the files of an app are.
    package func mayWaitForStore(_ policy: FetchPolicy) -> Bool {
        switch location {
        case .library, .reference: false
        case .elsewhere, .withheld: policy != .local
        }
    }
}
