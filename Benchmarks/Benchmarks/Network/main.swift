#if Network
    import Foundation
    import Originals
    import PhotoModel
    import RemoteStores
    import SystemPackage
    import SystemSupport

    // One step of Benchmarks/network, which describes it:
    //
    //     create STORE                    makes a store
    //     read STORE LIST JOBS            reads originals as they come from the store
    //     download STORE LIST JOBS DIR    downloads originals as the library does, and writes them to files
    //     write STORE LIST JOBS DIR       copies the originals of a folder to the store, and reads them back
    //     cancel STORE LIST COUNT DIR     cancels downloads of the first original at random moments
    //
    // STORE is the path of a folder, webdav:URL or s3:URL with a bucket. The environment has the user in STORE_USER and
    // STORE_SECRET, and a file of certificates in STORE_AUTHORITIES. Each line of LIST has the digest and the size of
    // an original. Prints a line of JSON. Memory is in MiB, and times are in milliseconds.

    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { fatalError("See the source for the arguments.") }
    let client = try storeClient(arguments[2])
    if arguments[1] == "create" {
        _ = try OriginalStore.create(client, name: "store", identity: nil, Cancellation())
        exit(0)
    }
    guard arguments.count > 4, let count = Int(arguments[4]) else { fatalError("See the source for the arguments.") }
    let store = try OriginalStore.open(client, name: "store", identity: nil, Cancellation())
    let originals = try listedOriginals(arguments[3])
    let folder = FilePath(arguments.count > 5 ? arguments[5] : ".")
    switch arguments[1] {
    case "read":
        try await each(originals, jobs: count) { original in
            try read(store.open(original.sha256, 0..<original.size, size: original.size), original, to: nil)
        }
    case "download":
        let downloads = try downloads(from: store, in: folder)
        try await each(originals, jobs: count) { original in
            try read(
                downloads.open(original.sha256, 0..<original.size, size: original.size), original, to: folder)
        }
    case "write":
        try await each(originals, jobs: count) { original in
            let path = folder.appending(String(original.sha256.hex.prefix(2))).appending(original.sha256.hex)
            let upload = Upload(length: original.size) { try LocalFiles().open(path) }
            _ = try store.put(original.sha256, upload, Cancellation()) { _ in }
        }
    case "cancel": try await cancel(originals[0], count, of: try downloads(from: store, in: folder))
    default: fatalError("\(arguments[1]) is no step.")
    }
#endif
