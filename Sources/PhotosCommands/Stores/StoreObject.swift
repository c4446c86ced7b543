internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// A store in JSON.
struct StoreObject: Encodable {
    let name: String
    let id: String
    let kind: String?
    let address: String?
    let site: String
    let isEncrypted: Bool
    let isKeyConfirmed: Bool
    let copies: Int
    let suspectCopies: Int
    let addedDate: String
    let lastSuccess: String?
    let lastFailure: String?
    let catalogCopyDate: String?

    init(_ store: StoreDescription) {
        name = store.name
        id = store.id.uuidString
        kind = store.address?.kind
        address = store.address?.description
        site = store.site
        isEncrypted = store.isEncrypted
        isKeyConfirmed = store.isKeyConfirmed
        copies = store.copies
        suspectCopies = store.suspectCopies
        addedDate = store.addedDate.formatted(.iso8601)
        lastSuccess = store.lastSuccess?.formatted(.iso8601)
        lastFailure = store.lastFailure
        catalogCopyDate = store.catalogCopyDate?.formatted(.iso8601)
    }
}

extension StoreDescription {
    /// The description for a person: the name and the address, then what is known of it.
    var indentedLines: [String] {
        lines.enumerated().map { index, line in (index == 0 ? "" : "    ") + Terminal.safe(line) }
    }

    private var lines: [String] {
        let missing = "The address is missing: “photos stores add \(name) ADDRESS” adds it again."
        var lines = ["\(name)  \(address?.description ?? missing)"]
        let encryption =
            isEncrypted
            ? isKeyConfirmed ? ", encrypted" : ", encrypted; the exported key was not given back yet"
            : ", not encrypted"
        // Without the address the key is missing too.
        let known = address == nil ? "" : encryption
        lines.append("\(counted(copies, "copy", plural: "copies")) at site “\(site)”\(known)")
        if suspectCopies > 0 {
            lines.append("\(counted(suspectCopies, "copy is", plural: "copies are")) lost or changed")
        }
        if let catalogCopyDate { lines.append("copy of the catalogue of \(catalogCopyDate.formatted(.iso8601))") }
        if let lastFailure {
            lines.append("last error: \(lastFailure)")
        } else if let lastSuccess {
            lines.append("last answer on \(lastSuccess.formatted(.iso8601))")
        }
        return lines
    }
}
